package dev.attache.core.notebook;

import dev.attache.core.notebook.NotebookCell.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A reader of one cell, whose fields come in any order. */
final class CellReader {

  /** So many outputs of a cell are shown. */
  static final int MAX_OUTPUTS = 20;

  private final NotebookJson json;
  private final List<NamedData> attached = new ArrayList<>();
  private final List<OutputReader> outputs = new ArrayList<>();
  private String type = "";
  private String source = "";
  private String language = "";
  private int level = 1;

  CellReader(NotebookJson json) {
    this.json = json;
  }

  void read(String field) throws IOException {
    switch (field) {
      case "cell_type" -> type = json.text();
      case "source", "input" -> source = json.text(); // input: the code of format 3
      case "language" -> language = Notebook.fenceName(json.text());
      case "level" -> level = json.number();
      case "attachments" -> json.forEachField(this::readAttachment);
      case "outputs" -> json.forEachItem(this::readOutput);
      default -> json.skip();
    }
  }

  private void readAttachment(String name) throws IOException {
    json.forEachField(
        mimeType ->
            attached.add(new NamedData(name, mimeType, DataSize.of(mimeType, json.text()))));
  }

  private void readOutput() throws IOException {
    var output = new OutputReader(json);
    json.forEachField(output::read);
    boolean goesOn = !outputs.isEmpty() && outputs.get(outputs.size() - 1).takeStream(output);
    if (!goesOn) {
      outputs.add(output);
    }
  }

  NotebookCell cell() {
    List<CellOutput> all =
        outputs.stream().map(OutputReader::output).filter(each -> !each.isEmpty()).toList();
    List<CellOutput> shown = all.subList(0, Math.min(all.size(), MAX_OUTPUTS));
    return new NotebookCell(kind(), language, text(), attached, shown, all.size() - shown.size());
  }

  private Kind kind() {
    return switch (type) {
      case "code" -> Kind.CODE;
      case "raw" -> Kind.RAW;
      default -> Kind.MARKDOWN;
    };
  }

  private String text() {
    String text = source.stripTrailing();
    return type.equals("heading") // of format 3
        ? "#".repeat(Math.min(6, Math.max(1, level))) + " " + text
        : text;
  }
}
