package dev.attache.cli.forms;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.attache.budget.Cuts;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Remedy;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form for programs: one JSON object a line, MCP's resource contents with kind, size, digest,
 * source, type decision and notes beside them.
 */
public final class JsonFormat implements Format {

  /** Writes every character as itself, as {@link ResourceJson#write} does. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  private final JsonGenerator json;
  private final boolean withContent;

  public JsonFormat(OutputStream out, boolean withContent) throws IOException {
    this.json = generator(out);
    this.withContent = withContent;
  }

  /** Returns a generator of lines that leaves {@code out} open. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    return json;
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    Resource resource = withContent ? snapshot.resource() : withoutFormatted(snapshot.resource());
    ResourceContent content = resource.content();
    json.writeStartObject();
    ResourceJson.writeHeadTo(json, resource);
    if (withContent) {
      ResourceJson.writeContentTo(json, content);
    }
    ResourceJson.writeTailTo(json, resource);
    json.writeStringField("kind", content.isText() ? "text" : "blob");
    json.writeNumberField("size", content.size());
    json.writeStringField("digest", content.digest().toString());
    json.writeStringField("source", snapshot.source());
    writeType(json, snapshot.type());
    if (!snapshot.notes().isEmpty()) {
      writeTexts(json, "notes", snapshot.notes());
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }

  @Override
  public void omit(Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Failed failed) {
      json.writeStartObject();
      json.writeObjectFieldStart("failed");
      json.writeStringField("reference", failed.reference().redacted());
      if (failed.candidate() != null) {
        writeSubject(failed.candidate());
      }
      json.writeStringField("kind", failed.problem().kind().name());
      json.writeStringField("message", failed.problem().message());
      Remedy remedy = failed.problem().remedy();
      if (remedy != null) {
        json.writeObjectFieldStart("remedy");
        json.writeStringField("action", remedy.action().toString());
        json.writeStringField("subject", remedy.subject());
        json.writeEndObject();
      }
      endRecord();
    } else if (outcome instanceof Outcome.Skipped skipped && !skipped.isExpected()) {
      json.writeStartObject();
      json.writeObjectFieldStart("omitted");
      json.writeStringField("reference", skipped.reference().redacted());
      writeSubject(skipped.candidate());
      json.writeStringField("reason", skipped.reason().toString());
      json.writeStringField("message", skipped.detail());
      endRecord();
    }
  }

  @Override
  public void omit(String line) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("omitted");
    json.writeStringField("message", line);
    endRecord();
  }

  @Override
  public void omit(Cuts.Sum sum, String line) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("omitted");
    json.writeStringField("directory", Redaction.redactAllIn(sum.directory()));
    json.writeStringField("reason", SkipReason.OVER_LIMIT.toString());
    json.writeNumberField("items", sum.items());
    json.writeNumberField("tokens", sum.tokens());
    json.writeStringField("message", Redaction.redactAllIn(line));
    endRecord();
  }

  private void writeSubject(Candidate candidate) throws IOException {
    json.writeStringField("uri", candidate.uri().redacted());
    writeOptional(json, "name", candidate.name());
  }

  private void endRecord() throws IOException {
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** What was made for models is content, too. */
  private static Resource withoutFormatted(Resource resource) {
    return resource.formatted() == null ? resource : resource.toBuilder().formatted(null).build();
  }

  @Override
  public void flush() throws IOException {
    json.flush();
  }

  /** Writes a type decision as the field {@code type} of an open object. */
  public static void writeType(JsonGenerator json, TypeDecision type) throws IOException {
    json.writeObjectFieldStart("type");
    writeOptional(json, "declared", type.declared());
    writeOptional(json, "byName", type.byName());
    writeOptional(json, "sniffed", type.sniffed());
    json.writeStringField("chosen", type.chosen());
    json.writeStringField("why", type.why());
    json.writeEndObject();
  }

  /** Writes a list of strings as a field of an open object. */
  public static void writeTexts(JsonGenerator json, String field, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** Writes a string as a field of an open object, if there is one. */
  public static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }
}
