package io.tollgate;

import java.util.Objects;

/** Says where and why a text is not YAML as it is taken here, without quoting from it. */
public final class YamlException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient YamlNode.Mark mark;

  YamlException(YamlNode.Mark mark, String message) {
    super(mark + ": " + message);
    this.mark = mark;
  }

  /** Returns where it is wrong. */
  public YamlNode.Mark mark() {
    return mark;
  }

  /** Returns what is wrong, without the place. */
  public String problem() {
    return Objects.requireNonNull(getMessage()).substring((mark + ": ").length());
  }
}
