package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.handlers.cmd.output.JsonOutputException.Found;
import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.text.OneLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;

/**
 * The output of a program, read as JSON (RFC 8259) that is about resources.
 *
 * @param form which of the known forms it has
 * @param root all of it
 */
public record JsonOutput(JsonForm form, JsonNode root) {

  private static final int MAX_DEPTH = 100;

  /** A word such as {@code false} that is cut looks wrong, and not cut. */
  private static final int LONGEST_WORD = 8;

  private static final int MAX_REASON = 200;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final ObjectMapper JSON =
      new ObjectMapper(FACTORY).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Reads what was printed.
   *
   * @param isExpected whether it has to be about resources; if not, JSON is taken to be about them
   *     only if it looks so
   * @throws JsonOutputException if it is none, or none that is about resources
   */
  public static JsonOutput parse(Captured output, boolean isExpected) throws JsonOutputException {
    if (output.isCut()) {
      throw cut(output);
    }
    String text = decoded(output.head());
    if (!isExpected && !mayBeJson(text)) {
      throw new JsonOutputException(Kind.FAILED, "did not print JSON", Found.NO_JSON);
    }
    JsonNode root = tree(text);
    return new JsonOutput(JsonForm.of(root, isExpected), root);
  }

  private static JsonOutputException cut(Captured output) {
    return new JsonOutputException(
        Kind.TOO_LARGE,
        "printed "
            + ByteCount.of(output.size())
            + ", but only "
            + ByteCount.of(output.kept())
            + " are kept (max-output), and JSON cannot be shortened",
        isBeginningOfJson(new String(output.head(), UTF_8)) ? Found.TOO_MUCH_JSON : Found.NO_JSON);
  }

  /** In UTF-8, and nothing else, whatever the zero bytes of UTF-16 may look like. */
  private static String decoded(byte[] bytes) throws JsonOutputException {
    CharsetDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    if (decoder.decode(in, out, true).isError()) {
      String message = "did not print JSON: byte " + (in.position() + 1) + " is not UTF-8";
      throw new JsonOutputException(Kind.FAILED, message, Found.NO_JSON);
    }
    String text = out.flip().toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static boolean mayBeJson(String text) {
    String begin = text.stripLeading();
    return begin.startsWith("{") || begin.startsWith("[");
  }

  private static JsonNode tree(String text) throws JsonOutputException {
    try {
      JsonNode root = JSON.readTree(text);
      if (root.isMissingNode()) {
        throw new JsonOutputException(
            Kind.FAILED, "did not print JSON: it printed nothing", Found.NO_JSON);
      }
      return root;
    } catch (StreamConstraintsException e) {
      throw new JsonOutputException(
          Kind.FAILED,
          "printed JSON that cannot be used: "
              + reason(e)
              + "; set output = \"text\" to have it as it is",
          Found.TOO_MUCH_JSON);
    } catch (JsonProcessingException e) {
      throw new JsonOutputException(Kind.FAILED, "did not print JSON: " + reason(e), Found.NO_JSON);
    }
  }

  private static String reason(JsonProcessingException e) {
    String message = OneLine.words(e.getOriginalMessage(), MAX_REASON);
    return e.getLocation() == null
        ? message
        : "line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ": "
            + message;
  }

  /** Whether JSON may begin so, so that what was cut is JSON and no text. */
  private static boolean isBeginningOfJson(String text) {
    if (!mayBeJson(text)) {
      return false;
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      int depth = 0;
      do {
        var token = parser.nextToken();
        if (token == null) {
          return true;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      } while (depth > 0);
      return parser.nextToken() == null;
    } catch (JsonEOFException | StreamConstraintsException e) {
      return true;
    } catch (JsonProcessingException e) {
      return e.getLocation() != null
          && e.getLocation().getCharOffset() >= text.length() - LONGEST_WORD;
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  /** Whether it is the answer of a tool that failed (RFD 058, "Error responses"). */
  boolean isError() {
    return form == JsonForm.RESPONSE && root.path("isError").asBoolean();
  }
}
