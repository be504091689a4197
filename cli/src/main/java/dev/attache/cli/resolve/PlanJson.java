package dev.attache.cli.resolve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.models.PlannedDelivery;
import dev.attache.core.outcome.Outcome;
import dev.attache.model.Rung;
import dev.attache.resource.spi.Candidate;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A plan for programs: one JSON object a line, with the same fields in all of them but {@code
 * detail}, {@code tokens}, {@code delivery}, {@code deliveryNote}, {@code command} and {@code
 * server}; null is what is not known.
 */
final class PlanJson implements PlanFormat {

  private final JsonGenerator json;
  private final @Nullable PlannedDelivery delivery;

  /**
   * @param delivery what a model would be given of each item; null if nobody asks for one
   */
  PlanJson(OutputStream out, @Nullable PlannedDelivery delivery) throws IOException {
    this.json = JsonFormat.generator(out);
    this.delivery = delivery;
  }

  @Override
  public void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use)
      throws IOException {
    Rung rung = delivery == null ? null : delivery.rung(planned.candidate().uri());
    start(planned, planned.candidate(), PlanFormat.action(planned, use, rung), null);
    Boolean text = planned.text();
    TypeDecision type = planned.type();
    writeString("kind", text == null ? null : text ? "text" : "blob");
    writeString("mimeType", type == null ? null : type.chosen());
    if (type == null) {
      json.writeNullField("type");
    } else {
      JsonFormat.writeType(json, type);
    }
    if (tokens >= 0) {
      json.writeNumberField("tokens", tokens);
    }
    if (planned.conversion() != null) {
      json.writeStringField("conversion", planned.conversion());
    }
    if (rung != null) {
      json.writeStringField("delivery", rung.as().word());
      if (rung.note() != null) {
        json.writeStringField("deliveryNote", rung.note());
      }
    }
    if (use != null) {
      use.writeTo(json);
    }
    finish();
  }

  @Override
  public void skip(Outcome.Skipped skipped) throws IOException {
    start(skipped, skipped.candidate(), "skip", skipped.reason().toString());
    json.writeNullField("kind");
    json.writeNullField("mimeType");
    json.writeNullField("type");
    json.writeStringField("detail", skipped.detail());
    finish();
  }

  @Override
  public void end() throws IOException {
    json.flush();
  }

  private void start(Outcome outcome, Candidate candidate, String action, @Nullable String reason)
      throws IOException {
    json.writeStartObject();
    writeString("reference", outcome.reference().text());
    writeString("uri", candidate.uri().value());
    writeString("name", candidate.name());
    writeString("action", action);
    writeString("reason", reason);
    if (candidate.size() >= 0) {
      json.writeNumberField("bytes", candidate.size());
    } else {
      json.writeNullField("bytes");
    }
  }

  private void writeString(String field, @Nullable String value) throws IOException {
    if (value == null) {
      json.writeNullField(field);
    } else {
      json.writeStringField(field, value);
    }
  }

  private void finish() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
