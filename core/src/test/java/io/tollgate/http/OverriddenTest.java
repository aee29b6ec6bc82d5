package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class OverriddenTest {

  interface Store<T, K> {
    T read(K id);
  }

  abstract static class Base<T> implements Store<T, String> {
    public void shared(T one) {}
  }

  static class Orders extends Base<Integer> {
    @Override
    public Integer read(String id) {
      return 1;
    }

    public Integer read(int number) {
      return number;
    }
  }

  static class Invoices extends Base<Integer> {
    @Override
    public Integer read(String id) {
      return 1;
    }

    public Integer read(StringBuilder id) {
      return 2;
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(one -> one.getName().equals(name))
        .filter(one -> Arrays.equals(one.getParameterTypes(), parameters))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void implementation_ofWhatAnAncestorLeavesOpen_isTheMethodOfTheClass() throws Exception {
    var read = Orders.class.getMethod("read", String.class);

    assertThat(Overridden.implementation(Orders.class, read)).isEqualTo(read);
    assertThat(Overridden.implementation(Orders.class, method(Store.class, "read", Object.class)))
        .isEqualTo(read);
    assertThat(Overridden.implementation(Orders.class, method(Orders.class, "read", Object.class)))
        .isEqualTo(read);
  }

  @Test
  void implementation_ofAnInheritedMethod_isThatMethod() {
    var shared = method(Base.class, "shared", Object.class);

    assertThat(Overridden.implementation(Orders.class, shared)).isEqualTo(shared);
  }

  @Test
  void implementation_thatMayBeEitherOfTwo_isLeftAsItIs() {
    var open = method(Store.class, "read", Object.class);

    assertThat(Overridden.implementation(Invoices.class, open)).isEqualTo(open);
  }
}
