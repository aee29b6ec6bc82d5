package io.tollgate.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules that may hold for calls of one endpoint. */
public final class EndpointRules {

  /** What holds wherever a call goes; absent if there are none, like all that follow. */
  private final @Nullable Conditions anywhere;

  private final @Nullable Conditions ofEndpoint;
  private final @Nullable PathTree<PathPlace> paths;

  /** What changes the calls that draw on the buckets that the endpoint has without any rule. */
  private final List<Conditions> changing;

  EndpointRules(
      @Nullable Conditions anywhere,
      @Nullable Conditions ofEndpoint,
      @Nullable PathTree<PathPlace> paths,
      List<Conditions> changing) {
    this.anywhere = anywhere;
    this.ofEndpoint = ofEndpoint;
    this.paths = paths;
    this.changing = changing;
  }

  /** Tells whether no rule can hold for any call of the endpoint. */
  public boolean isEmpty() {
    return anywhere == null && ofEndpoint == null && paths == null && changing.isEmpty();
  }

  /**
   * Tells whether the path and the method of a call alone decide which rules hold for it, today and
   * later.
   */
  public boolean goByPathAlone() {
    return anywhere == null
        && ofEndpoint == null
        && changing.isEmpty()
        && paths != null
        && paths.all(PathPlace::goesByMethodAlone);
  }

  /** Returns the rules that hold for a call. */
  public Found find(Call call) {
    var found = new Found();
    if (anywhere != null) {
      anywhere.find(call, found);
    }
    if (ofEndpoint != null) {
      ofEndpoint.find(call, found);
    }
    if (paths != null) {
      var walk = new Walk(call, found);
      paths.visit(Segments.of(call.path()), walk);
    }
    for (int i = 0; i < changing.size(); i++) {
      changing.get(i).find(call, found);
    }
    addChanging(call, found);
    return found;
  }

  /** Adds what changes the calls that draw on buckets of the rules that were found. */
  private void addChanging(Call call, Found found) {
    List<Conditions> more = null;
    for (int i = 0; i < found.size(); i++) {
      var ofBucket = found.get(i).changing;
      if (ofBucket != null && !changing.contains(ofBucket)) {
        more = more == null ? new ArrayList<>(1) : more;
        if (!more.contains(ofBucket)) {
          more.add(ofBucket);
        }
      }
    }
    if (more != null) {
      more.forEach(conditions -> conditions.find(call, found));
    }
  }

  /** One call on its way through the tree of paths. */
  private static final class Walk implements Consumer<PathPlace> {
    private final Call call;
    private final Found found;
    private int settled;

    Walk(Call call, Found found) {
      this.call = call;
      this.found = found;
    }

    @Override
    public void accept(PathPlace place) {
      settled = place.find(call, settled, found);
    }
  }
}
