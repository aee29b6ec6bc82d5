package io.tollgate.http;

import io.tollgate.Phase;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method or a path that answers requests, and the plan by which its calls pay. */
public final class Endpoint {

  private final String typeName;
  private final String name;
  private final List<Declaration> declarations;
  private final boolean early;
  private final boolean late;

  private volatile List<Charge> charges = List.of();

  /** Absent until the application has started. */
  private volatile @Nullable Plan plan;

  Endpoint(Class<?> type, Method method, List<Declaration> declarations) {
    this(Names.written(type).getName(), Names.of(type, method), declarations);
  }

  /** Makes an endpoint that is known by its name alone. */
  Endpoint(String name, List<Declaration> declarations) {
    this(name, name, declarations);
  }

  private Endpoint(String typeName, String name, List<Declaration> declarations) {
    this.typeName = typeName;
    this.name = name;
    this.declarations = List.copyOf(declarations);
    this.early = isDeclaredFor(Phase.BEFORE_AUTHENTICATION);
    this.late = isDeclaredFor(Phase.AFTER_AUTHENTICATION);
  }

  /** Returns the name, which is also that of the bucket it may have for itself. */
  public String name() {
    return name;
  }

  /** Tells whether any limit is declared that is asked in this phase. */
  public boolean isAsked(Phase phase) {
    return phase == Phase.BEFORE_AUTHENTICATION ? early : late;
  }

  private boolean isDeclaredFor(Phase phase) {
    return declarations.stream().anyMatch(declaration -> declaration.phase() == phase);
  }

  /** Tells whether any limit is declared. */
  public boolean isLimited() {
    return !declarations.isEmpty();
  }

  /** Returns the class with its package, to tell it from another of the same name. */
  String typeName() {
    return typeName;
  }

  List<Declaration> declarations() {
    return declarations;
  }

  List<Charge> charges() {
    return charges;
  }

  @Nullable Plan plan() {
    return plan;
  }

  void plan(List<Charge> made, Mode mode) {
    this.charges = List.copyOf(made);
    this.plan = new Plan(made, mode);
  }
}
