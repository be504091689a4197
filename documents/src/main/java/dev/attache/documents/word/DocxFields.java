package dev.attache.documents.word;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields that are open at a place of a text: what they were told to do, and what they show. */
final class DocxFields {

  private static final Pattern HYPERLINK =
      Pattern.compile(
          "\\s*HYPERLINK\\s+(?:\"([^\"\u201d]*)[\"\u201d]|([^\\s\\\\]\\S*))",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern STACKED =
      Pattern.compile("\\s*EQ\\b.*\\\\o\\\\a[dlcr]\\(.*\\),([^,()]*)\\)\\s*", Pattern.DOTALL);

  private static final class Field {
    private final StringBuilder instruction = new StringBuilder();
    private boolean isResult;
    private String link = "";
  }

  private final Deque<Field> open = new ArrayDeque<>();

  /**
   * Takes note of where a field begins, has its result, or ends; the text is what it shows then.
   */
  String mark(String type) {
    switch (type) {
      case "begin" -> open.push(new Field());
      case "separate" -> {
        if (!open.isEmpty()) {
          Field field = open.peek();
          field.isResult = true;
          field.link = address(field.instruction.toString());
        }
      }
      case "end" -> {
        Field field = open.poll();
        return field == null || field.isResult ? "" : shown(field.instruction.toString());
      }
      default -> {}
    }
    return "";
  }

  /** What fields without a result show: of signs above each other, those at the base. */
  private static String shown(String instruction) {
    Matcher stacked = STACKED.matcher(instruction);
    return stacked.matches() ? stacked.group(1) : "";
  }

  void instruct(String text) {
    if (!open.isEmpty()) {
      open.peek().instruction.append(text);
    }
  }

  boolean isInstruction() {
    return open.stream().anyMatch(field -> !field.isResult);
  }

  String link() {
    for (Field field : open) {
      if (!field.link.isEmpty()) {
        return field.link;
      }
    }
    return "";
  }

  /** The address in an instruction; empty if there is none, or one within the document. */
  static String address(String instruction) {
    Matcher link = HYPERLINK.matcher(instruction);
    if (!link.lookingAt()) {
      return "";
    }
    String address = link.group(1) != null ? link.group(1) : link.group(2);
    return address.startsWith("\\") ? "" : address;
  }
}
