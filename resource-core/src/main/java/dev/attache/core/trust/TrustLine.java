package dev.attache.core.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of the file: its bytes as they are, and the record that they spell or what is wrong. */
final class TrustLine {

  static final int MAX_LENGTH = 1 << 16;

  /** In characters; it is for people. */
  private static final int MAX_LABEL = 2_000;

  private static final JsonFactory JSON = new JsonFactory();

  private final byte[] bytes;
  private final @Nullable TrustRecord record;
  private final @Nullable String problem;

  private TrustLine(byte[] bytes, @Nullable TrustRecord record, @Nullable String problem) {
    this.bytes = bytes;
    this.record = record;
    this.problem = problem;
  }

  /** Reads a line; fields that this version does not know are passed over. */
  static TrustLine read(byte[] bytes) {
    if (bytes.length > MAX_LENGTH) {
      return broken(bytes, "is larger than the limit of " + MAX_LENGTH + " bytes");
    }
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return broken(bytes, "is not UTF-8");
    }
    if (text.isBlank()) {
      return new TrustLine(bytes, null, null);
    }
    try {
      return new TrustLine(bytes, record(fields(text)), null);
    } catch (IOException e) {
      return broken(bytes, "is not a whole JSON object");
    } catch (IllegalArgumentException e) {
      return broken(bytes, String.valueOf(e.getMessage()));
    }
  }

  static TrustLine of(TrustRecord record) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("kind", record.kind());
      json.writeStringField("digest", record.digest().toString());
      json.writeStringField("directory", record.directory());
      json.writeStringField("label", shown(record.label()));
      json.writeStringField("when", record.when().toString());
      json.writeEndObject();
    } catch (IOException e) {
      throw new AssertionError(e); // memory has no I/O, and what is no text is written as "?"
    }
    return new TrustLine(bytes.toByteArray(), record, null);
  }

  /** The line without its end; must not be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** What the line spells; null if it cannot be read, or is blank. */
  @Nullable TrustRecord record() {
    return record;
  }

  /** What is wrong; null if nothing is. */
  @Nullable String problem() {
    return problem;
  }

  /** A line that is longer than it may be would be no trust when it is read. */
  private static String shown(String label) {
    int shown = Math.min(MAX_LABEL, label.codePointCount(0, label.length()));
    int end = label.offsetByCodePoints(0, shown);
    return end == label.length() ? label : label.substring(0, end) + "…";
  }

  boolean isOf(String kind, ContentDigest digest) {
    return record != null && record.isOf(kind, digest);
  }

  private static TrustLine broken(byte[] bytes, String problem) {
    return new TrustLine(bytes, null, problem);
  }

  /** The fields that are strings; what is said twice is not trusted to mean either. */
  private static Map<String, String> fields(String text) throws IOException {
    var fields = new LinkedHashMap<String, String>();
    try (JsonParser parser = JSON.createParser(text)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, "is not a whole JSON object");
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          require(fields.put(name, parser.getText()) == null, "has " + name + " twice");
        } else {
          parser.skipChildren();
        }
      }
      require(parser.currentToken() == JsonToken.END_OBJECT, "is not a whole JSON object");
      require(parser.nextToken() == null, "is not one JSON object");
    }
    return fields;
  }

  private static TrustRecord record(Map<String, String> fields) {
    try {
      return new TrustRecord(
          field(fields, "kind"),
          ContentDigest.parse(field(fields, "digest"))
              .orElseThrow(() -> new IllegalArgumentException("has an invalid digest")),
          field(fields, "directory"),
          field(fields, "label"),
          Instant.parse(field(fields, "when")));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("has an invalid time", e);
    }
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    require(value != null, "has no " + name);
    return String.valueOf(value);
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }
}
