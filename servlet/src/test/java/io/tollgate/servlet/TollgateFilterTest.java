package io.tollgate.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.LocalBackend;
import io.tollgate.Setting;
import io.tollgate.Settings;
import io.tollgate.Settlement;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TollgateFilterTest {

  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final AtomicInteger CLOSED = new AtomicInteger();

  /** Makes backends whose end is noted. */
  public static final class Watched implements BackendProvider {

    @Override
    public String name() {
      return "watched";
    }

    @Override
    public Collection<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Backend create(Settings settings) {
      OPENED.incrementAndGet();
      return new Open(new LocalBackend());
    }
  }

  private record Open(Backend backend) implements Backend {

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return backend.decideAsync(claims);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return backend.releaseAsync(leases);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return backend.settleAsync(settlements);
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
    }
  }

  private static Object fail() {
    throw new IllegalStateException("meant to fail");
  }

  @Test
  void init_thatFails_closesWhatItHasOpened() {
    var context =
        Stubs.of(
            ServletContext.class,
            Map.of(
                "getServletRegistrations", none -> Map.of(),
                "getClassLoader", none -> TollgateFilterTest.class.getClassLoader(),
                "setAttribute", attribute -> fail()));
    var config = Stubs.of(FilterConfig.class, Map.of("getServletContext", none -> context));
    var filter = new TollgateFilter(Settings.of(Map.of("tollgate.backend", "watched")));

    assertThatThrownBy(() -> filter.init(config)).hasMessage("meant to fail");
    assertThat(OPENED).hasValue(1);
    assertThat(CLOSED).hasValue(1);
  }
}
