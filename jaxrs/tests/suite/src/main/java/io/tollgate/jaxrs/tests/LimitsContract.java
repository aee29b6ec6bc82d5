package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which annotations hold for which calls. */
abstract class LimitsContract extends ServedContract {

  LimitsContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(
        LimitedResources.OnMethod.class,
        LimitedResources.OnClass.class,
        LimitedResources.OnSuperclass.class,
        LimitedResources.OnInterface.class,
        LimitedResources.Stored.class,
        LimitedResources.Merged.class,
        LimitedResources.Parents.class,
        LimitedResources.Located.class,
        NestedResources.Nested.class,
        LimitedResources.OptingOut.class,
        LimitedResources.Repeated.class,
        LimitedResources.Sharing.class);
  }

  @Test
  void limit_onAnInterfaceThatLeavesTypesOpen_holds() {
    assertThat(caller().calls(3, "store/1")).isEqualTo("AAR");
  }

  @Test
  void limit_onAMethod_holdsForItAlone() {
    assertThat(caller().calls(3, "method")).isEqualTo("AAR");
    assertThat(caller().calls(3, "method/free")).isEqualTo("AAA");
  }

  @Test
  void limit_onAClass_holdsForEachMethodByItself() {
    assertThat(caller().calls(3, "class")).isEqualTo("AAR");
    assertThat(caller().calls(3, "class/other")).isEqualTo("AAR");
  }

  @Test
  void limit_onASuperclass_isInherited() {
    assertThat(caller().calls(3, "superclass")).isEqualTo("AAR");
  }

  @Test
  void limit_onAnInterface_isInherited() {
    assertThat(caller().calls(3, "interface")).isEqualTo("AAR");
  }

  @Test
  void limit_onMethodAndClass_replacesTheSameBucketAndAddsOthers() {
    // The method states 2 where the class states 1; and the class has a bucket of 2 for all.
    assertThat(caller().calls(3, "merged/own")).isEqualTo("AAR");
    assertThat(caller().calls(1, "merged/other")).isEqualTo("R");
  }

  @Test
  void limit_onTheClassOfASubResource_holds() {
    assertThat(caller().calls(3, "parents/1/children")).isEqualTo("AAR");
  }

  @Test
  void limit_onASubResourceBehindAnInterface_holds() {
    assertThat(caller().calls(3, "parents/1/hidden")).isEqualTo("AAR");
  }

  @Test
  void limit_onALocator_holdsForAllBehindIt() {
    assertThat(caller().calls(2, "locator/sub")).isEqualTo("AA");
    assertThat(caller().calls(1, "locator/sub/more")).isEqualTo("R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"interface", "abstract", "wildcard", "override", "any"})
  void limit_onALocatorBehindALocator_holdsWhateverTypeTheFirstStates(String way) {
    assertThat(caller().calls(3, "nested/" + way + "/leaf")).isEqualTo("AAR");
  }

  @Test
  void unlimited_onAMethod_optsOutOfTheClass() {
    assertThat(caller().calls(3, "opting/limited")).isEqualTo("AAR");
    assertThat(caller().calls(3, "opting/out")).isEqualTo("AAA");
  }

  @Test
  void limit_repeated_holdsEachTime() {
    assertThat(caller().calls(3, "repeated?by=a")).isEqualTo("AAR");
    assertThat(caller().calls(3, "repeated?by=b")).isEqualTo("AAR");
    assertThat(caller().calls(1, "repeated?by=c")).isEqualTo("R");
  }

  @Test
  void bucket_ofTwoEndpoints_isShared() {
    assertThat(caller().calls(2, "sharing/one")).isEqualTo("AA");
    assertThat(caller().calls(2, "sharing/two")).isEqualTo("AR");
    assertThat(caller().calls(1, "sharing/one")).isEqualTo("R");
  }
}
