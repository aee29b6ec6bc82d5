package io.tollgate.jaxrs.tests;

import jakarta.ws.rs.core.Application;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** An application put together by a test. */
public final class App extends Application {

  private final Set<Class<?>> classes = new HashSet<>();
  private final Set<Object> singletons = new HashSet<>();
  private final Map<String, Object> properties = new HashMap<>();

  App(Class<?>... classes) {
    this.classes.addAll(Set.of(classes));
  }

  /** Adds a class. */
  public App with(Class<?> type) {
    classes.add(type);
    return this;
  }

  App with(Object singleton) {
    singletons.add(singleton);
    return this;
  }

  App set(String property, String value) {
    properties.put(property, value);
    return this;
  }

  App set(Map<String, String> settings) {
    properties.putAll(settings);
    return this;
  }

  @Override
  public Set<Class<?>> getClasses() {
    return classes;
  }

  @Override
  @SuppressWarnings("deprecation") // No other way to register objects works everywhere.
  public Set<Object> getSingletons() {
    return singletons;
  }

  @Override
  public Map<String, Object> getProperties() {
    return properties;
  }

  /** Tells whether an object of this class is among those registered. */
  public boolean hasSingleton(Class<?> type) {
    return singletons.stream().anyMatch(type::isInstance);
  }
}
