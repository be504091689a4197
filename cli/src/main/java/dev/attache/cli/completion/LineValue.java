package dev.attache.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What may stand in place of a label on a command line.
 *
 * @param words the fixed words; empty if there are none
 * @param question what {@code --values} tells; empty if nothing
 * @param isReference whether a file may be named with a part of it
 */
record LineValue(
    List<String> words, String question, boolean isFile, boolean isDirectory, boolean isReference) {

  static final String CONVERSATIONS = "conversations";
  static final String SERVERS = "servers";
  static final String TRUSTED = "trusted";

  /** Nothing that could be completed. */
  private static final LineValue FREE = new LineValue(List.of(), "", false, false, false);

  private static final LineValue FILE = new LineValue(List.of(), "", true, false, false);
  private static final LineValue REFERENCE = new LineValue(List.of(), "", true, false, true);

  private static final Map<String, LineValue> BY_LABEL =
      Map.of(
          "DIR",
          new LineValue(List.of(), "", false, true, false),
          "FILE",
          FILE,
          "REF",
          REFERENCE,
          "ID",
          asking(CONVERSATIONS),
          "SERVER",
          asking(SERVERS),
          "TRUSTED",
          asking(TRUSTED));

  LineValue {
    words = List.copyOf(words);
  }

  private static LineValue asking(String kind) {
    return new LineValue(List.of(), kind, false, false, false);
  }

  /** Returns what may stand for an option's value, or for a parameter. */
  static LineValue of(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      var words = new ArrayList<String>();
      argument.completionCandidates().forEach(words::add);
      return new LineValue(words, "", false, false, false);
    }
    String label = argument.paramLabel().replaceAll("^\\[|[\\].].*$", "");
    return BY_LABEL.getOrDefault(label, FREE);
  }

  /** What {@code --values} can be asked for. */
  static List<String> questions() {
    return List.of(CONVERSATIONS, SERVERS, TRUSTED);
  }
}
