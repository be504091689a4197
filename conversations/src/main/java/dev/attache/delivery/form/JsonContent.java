package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;

/**
 * Contents in JSON, written in pieces. What a store holds is read, and so verified, before its
 * first byte is written.
 */
final class JsonContent {

  private JsonContent() {}

  /** Writes the field {@code text} or {@code blob}. */
  static void write(JsonGenerator json, ResourceContent content) throws IOException {
    if (content.isText()) {
      writeText(json, "text", content);
    } else {
      writeBytes(json, "blob", content);
    }
  }

  /** Writes bytes in Base64. */
  static void writeBytes(JsonGenerator json, String field, ResourceContent content)
      throws IOException {
    verify(content);
    json.writeFieldName(field);
    try (InputStream in = content.open()) {
      json.writeBinary(in, -1);
    }
  }

  /** Writes a text as a string. */
  static void writeText(JsonGenerator json, String field, ResourceContent content)
      throws IOException {
    verify(content);
    json.writeFieldName(field);
    try (Reader in = reader(content.open())) {
      json.writeString(in, -1);
    } catch (CharacterCodingException e) {
      throw malformed(content, e);
    }
  }

  private static IOException malformed(ResourceContent content, CharacterCodingException e) {
    return new IOException(
        "content " + content.digest() + " is stored as text but is not valid UTF-8", e);
  }

  /** Writes a line and a text below it as one string. */
  static void writeText(JsonGenerator json, String field, String line, ResourceContent content)
      throws IOException {
    verify(content);
    json.writeFieldName(field);
    var before = new ByteArrayInputStream((line + "\n").getBytes(UTF_8));
    try (InputStream in = content.open();
        Reader both = reader(new SequenceInputStream(before, in))) {
      json.writeString(both, -1);
    } catch (CharacterCodingException e) {
      throw malformed(content, e);
    }
  }

  /** Reads what a store holds, so that what is wrong with it shows before anything is written. */
  static void verify(ResourceContent content) throws IOException {
    if (content instanceof Stored) {
      try (InputStream in = content.open()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private static Reader reader(InputStream in) {
    return new InputStreamReader(in, UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
  }
}
