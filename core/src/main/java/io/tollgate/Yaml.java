package io.tollgate;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Reads a YAML document into plain pieces: text, lists and mappings, nothing else. */
public final class Yaml {

  /*
   * Why from events, and not by the loader of SnakeYAML Engine?
   *
   * A file of settings may be hostile. Read event by event, nothing is ever made but text, so a tag
   * such as !!java can make no object; an alias is refused before anything is repeated, so there is
   * no bomb to limit; and the depth is counted here, before a recursion could use up the stack. The
   * events also carry the places that our messages name.
   *
   * Messages never quote the document: what stands at a wrong place may be a password that begins
   * with an exclamation mark.
   */

  /** Enough for 10,000 rules and more; reading takes time and memory in proportion. */
  static final int MAX_BYTES = 4 << 20;

  private static final int MAX_DEPTH = 32;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MAX_BYTES).build();

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private static final Set<String> SCALAR_TAGS =
      Set.of(
          Tag.STR.getValue(),
          Tag.INT.getValue(),
          Tag.FLOAT.getValue(),
          Tag.BOOL.getValue(),
          Tag.NULL.getValue());

  private static final String TAG_PROBLEM =
      "tags are not accepted; remove it, or put the value in quotes if it begins with !";

  /** What SnakeYAML Engine's problems begin with, and what we say instead. */
  private static final Map<String, String> PLAIN_WORDS = plainWords();

  private final Iterator<Event> events;
  private YamlNode.Mark mark = new YamlNode.Mark(1, 1);

  private Yaml(String text) {
    this.events = new Parse(SETTINGS).parseString(text).iterator();
  }

  /**
   * Returns the document in these bytes, or nothing if there is none.
   *
   * @throws YamlException if they are not YAML as it is taken here, saying where and why
   */
  public static Optional<YamlNode> read(byte[] utf8) throws YamlException {
    if (utf8.length > MAX_BYTES) {
      throw new YamlException(
          new YamlNode.Mark(1, 1), "the file is larger than " + MAX_BYTES + " bytes");
    }
    String text = decode(utf8);
    checkPrintable(text);
    return new Yaml(text).document();
  }

  private static String decode(byte[] utf8) throws YamlException {
    var chars = CharBuffer.allocate(utf8.length);
    var result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8), chars, true);
    String text = chars.flip().toString();
    if (result.isError()) {
      throw new YamlException(
          markAt(text, text.length()), "this is not UTF-8; save the file as such");
    }
    return text;
  }

  private static void checkPrintable(String text) throws YamlException {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (!StreamReader.isPrintable(text.codePointAt(i))) {
        throw new YamlException(
            markAt(text, i),
            "there is a control character here; remove it, or escape it in quotes");
      }
    }
  }

  private static YamlNode.Mark markAt(String text, int index) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < index; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new YamlNode.Mark(line, text.codePointCount(lineStart, index) + 1);
  }

  private Optional<YamlNode> document() throws YamlException {
    next(); // the stream begins
    if (next().getEventId() == Event.ID.StreamEnd) {
      return Optional.empty();
    }
    var node = node(next(), /* depth= */ 1);
    next(); // the document ends
    if (next().getEventId() != Event.ID.StreamEnd) {
      throw new YamlException(mark, "a second document begins here; write one");
    }
    return Optional.of(node);
  }

  private YamlNode node(Event event, int depth) throws YamlException {
    var start = mark;
    if (depth > MAX_DEPTH) {
      throw new YamlException(start, "this is nested more than " + MAX_DEPTH + " levels deep");
    }
    if (event instanceof AliasEvent || hasAnchor(event)) {
      throw new YamlException(
          start,
          "anchors and aliases are not followed; write the value out, or put it in quotes if it"
              + " begins with & or *");
    }
    if (event instanceof ScalarEvent scalar) {
      checkTag(scalar.getTag(), SCALAR_TAGS);
      return scalar.isPlain() && NULLS.contains(scalar.getValue())
          ? new YamlNode.Nothing(start)
          : new YamlNode.Scalar(start, scalar.getValue());
    }
    var tag = ((CollectionStartEvent) event).getTag();
    if (event.getEventId() == Event.ID.SequenceStart) {
      checkTag(tag, Set.of(Tag.SEQ.getValue()));
      return items(start, depth);
    }
    checkTag(tag, Set.of(Tag.MAP.getValue()));
    return mapping(start, depth);
  }

  private YamlNode.Items items(YamlNode.Mark start, int depth) throws YamlException {
    var items = new ArrayList<YamlNode>();
    for (var event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      items.add(node(event, depth + 1));
    }
    return new YamlNode.Items(start, items);
  }

  private YamlNode.Mapping mapping(YamlNode.Mark start, int depth) throws YamlException {
    var entries = new ArrayList<YamlNode.Entry>();
    for (var event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      var key = node(event, depth + 1);
      if (!(key instanceof YamlNode.Scalar name)) {
        throw new YamlException(key.mark(), "a name is missing here; write name: value");
      }
      entries.add(new YamlNode.Entry(key.mark(), name.text(), node(next(), depth + 1)));
    }
    return new YamlNode.Mapping(start, entries);
  }

  private static boolean hasAnchor(Event event) {
    return event instanceof NodeEvent node && node.getAnchor().isPresent();
  }

  private void checkTag(Optional<String> tag, Set<String> accepted) throws YamlException {
    if (tag.isPresent() && !accepted.contains(tag.get())) {
      throw new YamlException(mark, TAG_PROBLEM);
    }
  }

  private Event next() throws YamlException {
    try {
      var event = events.next();
      event.getStartMark().ifPresent(start -> mark = mark(start));
      return event;
    } catch (MarkedYamlEngineException e) {
      throw new YamlException(
          e.getProblemMark().map(Yaml::mark).orElse(mark), inPlainWords(e.getProblem()));
    } catch (RuntimeException e) {
      // Not only its own: SnakeYAML Engine reads the digits after \x without looking for the end.
      throw new YamlException(mark, inPlainWords(""));
    }
  }

  private static YamlNode.Mark mark(org.snakeyaml.engine.v2.exceptions.Mark mark) {
    return new YamlNode.Mark(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String inPlainWords(String problem) {
    return PLAIN_WORDS.entrySet().stream()
        .filter(entry -> problem.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("this is not YAML; check quotes, colons and indentation");
  }

  private static Map<String, String> plainWords() {
    var words = new LinkedHashMap<String, String>();
    words.put("found undefined tag handle", TAG_PROBLEM);
    words.put(
        "found character",
        "no value begins with this character; put the value in quotes, and indent with spaces");
    words.put(
        "mapping values are not allowed here",
        "a colon is not expected here; check the indentation, or put the value in quotes");
    words.put("could not find expected ':'", "the colon after a name is missing");
    words.put("found unexpected end of stream", "the quote is not closed");
    words.put("found unknown escape character", "there is no such escape; use single quotes");
    words.put("expected escape sequence", "there is no such escape; use single quotes");
    words.put("expected <block end>", "this does not belong here; check the indentation");
    words.put("expected the node content", "something is missing here; write name: value");
    return words;
  }
}
