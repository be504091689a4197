package dev.attache.core.notebook;

import dev.attache.core.notebook.CellOutput.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of one output, whose fields come in any order. */
final class OutputReader {

  /** The forms that are shown as they are, the best first. */
  private static final List<String> TEXTS = List.of("text/plain", "text/markdown", "text/latex");

  /** The fields of format 3, each with the type that it is short for. */
  private static final Map<String, String> SHORT =
      Map.of(
          "png", "image/png",
          "jpeg", "image/jpeg",
          "svg", "image/svg+xml",
          "pdf", "application/pdf",
          "html", "text/html",
          "latex", "text/latex",
          "javascript", "application/javascript");

  private final NotebookJson json;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<NamedData> named = new ArrayList<>();
  private final StringBuilder stream = new StringBuilder();
  private String type = "";
  private String name = "";
  private String error = "";
  private String value = "";
  private String trace = "";

  OutputReader(NotebookJson json) {
    this.json = json;
  }

  void read(String field) throws IOException {
    switch (field) {
      case "output_type" -> type = json.text();
      case "name", "stream" -> name = json.text(); // stream: of format 3
      case "text" -> stream.append(json.text());
      case "ename" -> error = json.text();
      case "evalue" -> value = json.text();
      case "traceback" -> trace = lines();
      case "data" -> json.forEachField(this::readData);
      default -> {
        String mimeType = SHORT.get(field);
        if (mimeType == null) {
          json.skip();
        } else {
          readData(mimeType);
        }
      }
    }
  }

  private String lines() throws IOException {
    var lines = new ArrayList<String>();
    json.forEachItem(() -> lines.add(json.text()));
    return String.join("\n", lines);
  }

  private void readData(String mimeType) throws IOException {
    String data = json.text();
    if (TEXTS.contains(mimeType)) {
      texts.put(mimeType, data);
    } else {
      named.add(new NamedData("", mimeType, data.isEmpty() ? -1 : DataSize.of(mimeType, data)));
    }
  }

  /** Takes over what another output adds to the same stream, as it is written bit by bit. */
  boolean takeStream(OutputReader next) {
    boolean isSame = type.equals("stream") && next.type.equals("stream") && name.equals(next.name);
    if (isSame) {
      stream.append(next.stream);
    }
    return isSame;
  }

  CellOutput output() {
    return switch (type) {
      case "error", "pyerr" -> CellOutput.of(Kind.ERROR, errorText(), List.of());
      case "stream" ->
          CellOutput.of(
              name.equals("stderr") ? Kind.STDERR : Kind.OUTPUT, stream.toString(), List.of());
      default -> {
        String text = bestText();
        yield CellOutput.of(Kind.OUTPUT, text, text.isBlank() ? named : media());
      }
    };
  }

  private String errorText() {
    String message = value.isEmpty() ? error : error + ": " + value;
    return trace.isBlank() ? message : trace;
  }

  private String bestText() {
    for (String each : TEXTS) {
      if (texts.containsKey(each)) {
        return texts.get(each);
      }
    }
    return stream.toString(); // text/plain of format 3
  }

  /** What a text does not say again, as it does for a table in HTML. */
  private List<NamedData> media() {
    return named.stream()
        .filter(each -> each.mimeType().matches("(?:image|audio|video)/.*|application/pdf"))
        .toList();
  }
}
