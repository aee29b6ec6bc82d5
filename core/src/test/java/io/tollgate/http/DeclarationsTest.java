package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.Unlimited;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each limit is told by its number, the nearest first. */
final class DeclarationsTest {

  private static List<Long> limits(Class<?> type, String method) {
    var mistakes = new ArrayList<String>();
    var found = Declarations.of(type, Endpoints.method(type, method), List.of(), mistakes);
    assertThat(mistakes).isEmpty();
    return found.stream().map(one -> one.limit().orElseThrow().tokens()).toList();
  }

  @RateLimited(limit = 1)
  @RateLimited(limit = 2, key = Key.IP)
  @RateLimited(limit = 3, bucket = "search")
  @ConcurrencyLimited(max = 4)
  static class Base {
    public void inherits() {}

    @RateLimited(limit = 10)
    public void sameKey() {}

    @RateLimited(limit = 10, key = Key.IP)
    @RateLimited(limit = 11, key = Key.IP)
    public void twoOfOneKey() {}

    @RateLimited(limit = 10, bucket = "search")
    public void sameBucket() {}

    @RateLimited(limit = 10, bucket = "search", key = Key.IP)
    public void sameBucketOtherKey() {}

    @ConcurrencyLimited(max = 10)
    public void underWay() {}

    @Unlimited
    public void unlimited() {}
  }

  @Test
  void of_method_addsWhatTheClassDeclares() {
    assertThat(limits(Base.class, "inherits")).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void of_method_replacesTheSameBucketByTheSameKey() {
    assertThat(limits(Base.class, "sameKey")).containsExactly(10L, 2L, 3L, 4L);
    assertThat(limits(Base.class, "twoOfOneKey")).containsExactly(10L, 11L, 1L, 3L, 4L);
    assertThat(limits(Base.class, "sameBucket")).containsExactly(10L, 1L, 2L, 4L);
    assertThat(limits(Base.class, "underWay")).containsExactly(10L, 1L, 2L, 3L);
  }

  @RateLimited(limit = 1)
  @RateLimited(limit = 2, key = Key.CLIENT, phase = Phase.BEFORE_AUTHENTICATION)
  @RateLimited(
      limit = 3,
      key = {Key.CLIENT, Key.IP},
      by = {"header:A", "query:b"})
  @RateLimited(limit = 4, by = "header:A")
  static class Callers {
    @RateLimited(limit = 10, key = Key.USER)
    public void user() {}

    @RateLimited(limit = 10, key = Key.CLIENT)
    public void client() {}

    @RateLimited(limit = 10, key = Key.IP)
    public void address() {}

    @RateLimited(
        limit = 10,
        key = {Key.IP, Key.USER},
        by = {"query:b", "header:a"})
    public void several() {}
  }

  @Test
  void of_method_replacesTheSameKeyInOtherWords() {
    assertThat(limits(Callers.class, "user")).containsExactly(10L, 2L, 3L, 4L);
    assertThat(limits(Callers.class, "several")).containsExactly(10L, 1L, 2L, 4L);
    assertThat(limits(Callers.class, "address")).containsExactly(10L, 1L, 2L, 3L, 4L);
  }

  @Test
  void of_method_replacesTheSameKeyInWhateverPhase() {
    assertThat(limits(Callers.class, "client")).containsExactly(10L, 3L, 4L);
  }

  @Test
  void of_method_addsTheSameBucketByAnotherKey() {
    assertThat(limits(Base.class, "sameBucketOtherKey")).containsExactly(10L, 1L, 2L, 3L, 4L);
  }

  @RateLimited(limit = 1)
  @RateLimited(bucket = "named", limit = 2)
  static class Tried {
    @RateLimited(limit = 10, shadow = true)
    public void trial() {}

    @RateLimited(bucket = "named", limit = 2, shadow = true)
    public void trialOfANamedBucket() {}
  }

  @Test
  void of_trial_replacesOnABucketWithANameOnly() {
    assertThat(limits(Tried.class, "trial")).containsExactly(10L, 1L, 2L);
    assertThat(limits(Tried.class, "trialOfANamedBucket")).containsExactly(2L, 1L);
  }

  @Test
  void of_unlimitedMethod_findsNothing() {
    assertThat(limits(Base.class, "unlimited")).isEmpty();
  }

  @Unlimited
  static class Free extends Base {
    @Override
    @RateLimited(limit = 20)
    public void inherits() {}
  }

  @Test
  void of_unlimitedClass_endsWhatIsFartherOnly() {
    // The overridden method is nearer than the class.
    assertThat(limits(Free.class, "inherits")).containsExactly(20L);
    assertThat(limits(Free.class, "sameKey")).containsExactly(10L);
    assertThat(limits(Free.class, "sameBucket")).containsExactly(10L);
  }

  /** What generated interfaces look like. */
  @RateLimited(limit = 30, key = Key.GLOBAL)
  interface Api<T> {
    @RateLimited(limit = 31)
    void save(T entity);

    void find(String name);
  }

  static class Implementation implements Api<Integer> {
    @Override
    public void save(Integer entity) {}

    @Override
    @RateLimited(limit = 32, key = Key.GLOBAL)
    public void find(String name) {}
  }

  static class Heir extends Implementation {
    @Override
    public void save(Integer entity) {}
  }

  @Test
  void of_methodOfAGenericInterface_findsItsAnnotations() {
    assertThat(limits(Implementation.class, "save")).containsExactly(31L, 30L);
    assertThat(limits(Heir.class, "save")).containsExactly(31L, 30L);
    assertThat(limits(Heir.class, "find")).containsExactly(32L);
  }

  interface Overloaded {
    @RateLimited(limit = 40)
    void find(Object any);

    void find(String name);
  }

  static class Finder implements Overloaded {
    @Override
    public void find(Object any) {}

    @Override
    public void find(String name) {}
  }

  @Test
  void of_overloadedMethod_takesItsOwn() throws NoSuchMethodException {
    var mistakes = new ArrayList<String>();
    var byName = Finder.class.getMethod("find", String.class);
    var any = Finder.class.getMethod("find", Object.class);

    assertThat(Declarations.of(Finder.class, byName, List.of(), mistakes)).isEmpty();
    assertThat(Declarations.of(Finder.class, any, List.of(), mistakes)).hasSize(1);
  }

  static class Root {
    @RateLimited(limit = 50, key = Key.IP)
    @RateLimited(limit = 51, key = Key.GLOBAL)
    public Base base() {
      return new Base();
    }
  }

  @Test
  void of_methodBehindALocator_addsWhatTheLocatorDeclares() {
    var found =
        Declarations.of(
            Base.class,
            Endpoints.method(Base.class, "sameKey"),
            List.of(Endpoints.method(Root.class, "base")),
            new ArrayList<>());

    assertThat(found.stream().map(one -> one.limit().orElseThrow().tokens()))
        .containsExactly(10L, 2L, 3L, 4L, 51L);
  }
}
