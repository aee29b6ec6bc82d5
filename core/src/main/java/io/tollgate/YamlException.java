package io.tollgate;

/** Says where and why a text is not YAML as it is taken here, without quoting from it. */
final class YamlException extends Exception {

  private static final long serialVersionUID = 1;

  YamlException(YamlNode.Mark mark, String message) {
    super(mark + ": " + message);
  }
}
