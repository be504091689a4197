package dev.attache.core.notebook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the JSON of a notebook (nbformat 3 and 4), which keeps what is shown of it: one image
 * at a time is in memory. What is not as the format says is passed over.
 */
final class NotebookReader {

  private static final JsonFactory JSON = new JsonFactory();

  private final NotebookJson json;
  private final BooleanSupplier isOver;
  private final List<NotebookCell> cells = new ArrayList<>();
  private String language = "";
  private boolean isStopped;

  private NotebookReader(JsonParser parser, BooleanSupplier isOver) {
    this.json = new NotebookJson(parser);
    this.isOver = isOver;
  }

  /**
   * Reads a notebook; null if it had to end before.
   *
   * @throws com.fasterxml.jackson.core.JsonProcessingException if it is no JSON object
   */
  static @Nullable Notebook read(InputStream in, BooleanSupplier isOver) throws IOException {
    try (JsonParser parser = JSON.createParser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonParseException(parser, "no object");
      }
      var reader = new NotebookReader(parser, isOver);
      reader.json.forEachField(reader::readRoot);
      return reader.isStopped ? null : new Notebook(reader.language, reader.cells);
    }
  }

  private void readRoot(String field) throws IOException {
    switch (field) {
      case "cells" -> json.forEachItem(this::readCell);
      case "worksheets" -> json.forEachItem(() -> json.forEachField(this::readSheet));
      case "metadata" -> json.forEachField(this::readMetadata);
      default -> json.skip();
    }
  }

  private void readSheet(String field) throws IOException {
    if (field.equals("cells")) {
      json.forEachItem(this::readCell);
    } else {
      json.skip();
    }
  }

  /** What the kernel said of its language wins over what was asked of it. */
  private void readMetadata(String field) throws IOException {
    switch (field) {
      case "language_info" ->
          json.forEachField(
              key -> language = key.equals("name") ? Notebook.fenceName(json.text()) : kept());
      case "kernelspec" ->
          json.forEachField(
              key ->
                  language =
                      key.equals("language") && language.isEmpty()
                          ? Notebook.fenceName(json.text())
                          : kept());
      default -> json.skip();
    }
  }

  /** Skips the value of another field. */
  private String kept() throws IOException {
    json.skip();
    return language;
  }

  private void readCell() throws IOException {
    if (isStopped || isOver.getAsBoolean()) {
      isStopped = true;
      json.skip();
      return;
    }
    var cell = new CellReader(json);
    json.forEachField(cell::read);
    NotebookCell read = cell.cell();
    if (!read.isBlank()) {
      cells.add(read);
    }
  }
}
