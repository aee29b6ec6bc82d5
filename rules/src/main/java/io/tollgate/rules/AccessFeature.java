package io.tollgate.rules;

import io.tollgate.Health;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Set;
import java.util.function.Supplier;

/** Puts a guard before every method of every resource, and before none by mistake. */
final class AccessFeature implements DynamicFeature {

  private final Tokens tokens;
  private final Denials denials;
  private final Supplier<Health> health;

  AccessFeature(Tokens tokens, Denials denials, Supplier<Health> health) {
    this.tokens = tokens;
    this.denials = denials;
    this.health = health;
  }

  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    var method = resource.getResourceMethod();
    if (!method.getDeclaringClass().getPackage().equals(AccessFeature.class.getPackage())) {
      return; // Jersey's answers to OPTIONS.
    }
    var needs = method.getAnnotation(Needs.class);
    if (needs != null) {
      var filter = new AccessFilter(Set.of(needs.value()), tokens, denials, health);
      context.register(filter, Priorities.AUTHENTICATION);
    } else if (!method.isAnnotationPresent(Open.class)) {
      throw new IllegalStateException(method + " says neither @Needs nor @Open; add one of them");
    }
  }
}
