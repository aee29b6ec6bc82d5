package io.tollgate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Keeps this module to what it may know. */
@AnalyzeClasses(packages = "io.tollgate", importOptions = ArchitectureTest.MainOnly.class)
final class ArchitectureTest {

  /** Unlike ArchUnit's own, finds the tests in any build folder. */
  static final class MainOnly implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/");
    }
  }

  @ArchTest
  static final ArchRule core_dependencies_noneOfTheWeb =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("jakarta..", "javax..");

  @ArchTest
  static final ArchRule algorithms_dependencies_noneOfTollgate =
      noClasses()
          .that()
          .resideInAPackage("io.tollgate.algorithm")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tollgate");

  @ArchTest
  static final ArchRule algorithms_time_isPassedIn =
      noClasses()
          .that()
          .resideInAPackage("io.tollgate.algorithm")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule packages_dependencies_formNoCycle =
      slices().matching("io.tollgate.(*)..").should().beFreeOfCycles();
}
