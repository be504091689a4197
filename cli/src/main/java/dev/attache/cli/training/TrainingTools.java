package dev.attache.cli.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A server of MCP for {@link ArchiveTraining}: a program of its own on its standard streams, or
 * what {@link TrainingServer} answers. Knows just enough of JSON and of the protocol before
 * 2026-07-28.
 */
final class TrainingTools {

  private static final String NOTHING = "";

  private TrainingTools() {}

  /** The command line that starts it with the Java that runs here. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        TrainingTools.class.getName());
  }

  /** Answers requests, one a line, until there are no more. */
  public static void main(String[] args) throws IOException {
    var in =
        new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8));
    try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String answer = answer(line);
        if (!answer.isEmpty()) {
          out.write((answer + "\n").getBytes(UTF_8));
        }
      }
    }
  }

  /** The answer to one message; empty if it wants none. */
  static String answer(String message) {
    String id = after(message, "\"id\":");
    String method = after(message, "\"method\":");
    if (id.isEmpty() || method.isEmpty()) {
      return NOTHING;
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + answerTo(method) + "}";
  }

  /** The string or number that follows a key; empty if the key is not there. */
  private static String after(String message, String key) {
    int start = message.indexOf(key) + key.length();
    if (start < key.length()) {
      return NOTHING;
    }
    int end = start;
    while (end < message.length() && ",}".indexOf(message.charAt(end)) < 0) {
      end++;
    }
    return message.substring(start, end).strip();
  }

  private static String answerTo(String method) {
    return switch (method) {
      case "\"initialize\"" ->
          """
          "result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{},"tools":{}},\
          "serverInfo":{"name":"training","version":"1"}}""";
      case "\"resources/list\"" ->
          """
          "result":{"resources":[{"uri":"training://a","name":"a","mimeType":"text/plain",\
          "annotations":{"audience":["user"],"priority":0.5}}]}""";
      case "\"resources/templates/list\"" ->
          """
          "result":{"resourceTemplates":[{"uriTemplate":"training://{id}","name":"b"}]}""";
      case "\"resources/read\"" ->
          """
          "result":{"contents":[{"uri":"training://a","mimeType":"text/plain","text":"A text."}]}""";
      case "\"tools/list\"" ->
          """
          "result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}""";
      case "\"tools/call\"" ->
          """
          "result":{"content":[{"type":"text","text":"done"},{"type":"resource",\
          "resource":{"uri":"training://a","text":"A text."}},\
          {"type":"image","mimeType":"image/png","data":"AAEC"}]}""";
      default -> "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
    };
  }
}
