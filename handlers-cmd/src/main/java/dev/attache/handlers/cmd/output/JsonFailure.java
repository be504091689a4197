package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.cmd.run.PassedValues;
import dev.attache.handlers.cmd.run.ShownLine;
import java.util.ArrayList;
import java.util.List;

/**
 * The error that a tool's response reports (RFD 058, "Error responses").
 *
 * @param message its text and, where it is known, what led to it, on one line
 * @param isTransient whether another try may succeed
 */
record JsonFailure(String message, boolean isTransient) {

  private static final int MAX_TEXT = 400;
  private static final int MAX_CAUSE = 200;
  private static final int MAX_CAUSES = 3;

  /**
   * Reads the error.
   *
   * @param secrets what is not shown, not even the half of it that a cut would leave
   */
  static JsonFailure of(JsonOutput response, PassedValues secrets) {
    var texts = new ArrayList<String>();
    for (JsonNode block : response.root().path("content")) {
      if (block.path("text").isTextual()) {
        texts.add(block.path("text").textValue());
      }
    }
    String text = ShownLine.of(secrets.hide(String.join(" ", texts)), MAX_TEXT);
    JsonNode error = response.root().path("_meta").path("computer.jp/error");
    var causes = new ArrayList<String>();
    for (JsonNode cause : error.path("trace")) {
      if (cause.isTextual() && causes.size() < MAX_CAUSES) {
        causes.add(ShownLine.of(secrets.hide(cause.textValue()), MAX_CAUSE));
      }
    }
    return new JsonFailure(message(text, causes), error.path("transient").asBoolean());
  }

  private static String message(String text, List<String> causes) {
    String said = text.isEmpty() ? "it does not say which" : text;
    return causes.isEmpty() ? said : said + "; because: " + String.join("; ", causes);
  }
}
