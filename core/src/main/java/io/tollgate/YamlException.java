package io.tollgate;

/** Says where and why a text is not YAML as it is taken here, without quoting from it. */
public final class YamlException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient YamlNode.Mark mark;
  private final String problem;

  YamlException(YamlNode.Mark mark, String problem) {
    super(mark + ": " + problem);
    this.mark = mark;
    this.problem = problem;
  }

  /** Returns where it is wrong. */
  public YamlNode.Mark mark() {
    return mark;
  }

  /** Returns what is wrong, without where. */
  public String problem() {
    return problem;
  }
}
