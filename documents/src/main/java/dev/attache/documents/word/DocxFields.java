package dev.attache.documents.word;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields that are open at a place of a text: what they were told to do, and what they show. */
final class DocxFields {

  private static final Pattern HYPERLINK =
      Pattern.compile(
          "\\s*HYPERLINK\\s+(?:\"([^\"]*)\"|([^\\s\\\\]\\S*))", Pattern.CASE_INSENSITIVE);

  private static final class Field {
    private final StringBuilder instruction = new StringBuilder();
    private boolean isResult;
    private String link = "";
  }

  private final Deque<Field> open = new ArrayDeque<>();

  void mark(String type) {
    switch (type) {
      case "begin" -> open.push(new Field());
      case "separate" -> {
        if (!open.isEmpty()) {
          Field field = open.peek();
          field.isResult = true;
          field.link = address(field.instruction.toString());
        }
      }
      case "end" -> open.poll();
      default -> {}
    }
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
