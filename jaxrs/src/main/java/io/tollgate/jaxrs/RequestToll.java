package io.tollgate.jaxrs;

import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The toll of a request that is asked for before the request comes to its limits, as it is for
 * fields and constructors of resources.
 *
 * <p>It waits among the properties of the request until the passage begins, and knows that from
 * then on. So it can be settled on any thread, and when the server has done with the request.
 */
public final class RequestToll implements Toll {

  private static final String PROPERTY = RequestToll.class.getName();

  /** Whether any ever waited: servers look in many places for a property that is not there. */
  private static volatile boolean isAnyEarly;

  /** Without limits, or with none that can be settled, it stays as it is. */
  private volatile Toll toll = Passage.NOTHING;

  private final Gate gate;

  private RequestToll(Gate gate) {
    this.gate = gate;
  }

  /** Returns the toll at this gate of a request with these properties. */
  public static Toll of(
      Gate gate,
      Function<String, @Nullable Object> properties,
      BiConsumer<String, Object> setProperty) {
    // Another application may have had the request before.
    if (properties.apply(Passages.PROPERTY) instanceof Passage begun && begun.isAt(gate)) {
      return begun;
    }
    if (properties.apply(PROPERTY) instanceof RequestToll known && known.gate == gate) {
      return known;
    }
    var early = new RequestToll(gate);
    isAnyEarly = true;
    setProperty.accept(PROPERTY, early);
    return early;
  }

  static void begin(Passage passage, Function<String, @Nullable Object> properties) {
    if (isAnyEarly
        && properties.apply(PROPERTY) instanceof RequestToll early
        && passage.isAt(early.gate)) {
      early.toll = passage;
    }
  }

  @Override
  public void settle(long actual) {
    toll.settle(actual);
  }
}
