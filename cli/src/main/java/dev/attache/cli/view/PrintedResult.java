package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.json.PlainJson;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a tool has printed, as far as people are concerned.
 *
 * @param json the object that it is; null if it is none
 * @param reading the result for people in it, if it has one
 */
public record PrintedResult(
    @Nullable Map<String, Object> json, SemanticResult.@Nullable Reading reading) {

  /**
   * Reads what was printed; all but one JSON object is a text.
   *
   * @param isJsonWanted whether the object is wanted even if nothing in it can be for people
   */
  public static PrintedResult of(byte[] printed, boolean isJsonWanted) {
    String text = new String(printed, UTF_8);
    String json = text.startsWith("\ufeff") ? text.substring(1) : text;
    if (!json.stripLeading().startsWith("{") || !(isJsonWanted || json.contains("\"kind\""))) {
      return new PrintedResult(null, null);
    }
    try {
      Map<String, Object> object = GivenJson.object("", json);
      return new PrintedResult(object, SemanticResult.find(object));
    } catch (UsageException e) {
      return new PrintedResult(null, null); // a text that begins as JSON does
    }
  }

  /** Reads the answer of a tool. */
  public static PrintedResult of(ToolResponse response) {
    var answer = new LinkedHashMap<String, Object>();
    answer.put("_meta", response.meta());
    if (response.structured() != null) {
      answer.put("structuredContent", Objects.requireNonNullElse(json(response.structured()), ""));
    }
    SemanticResult.Reading reading = SemanticResult.find(answer);
    SemanticResult result = reading.result();
    if (result == null) {
      return new PrintedResult(null, reading);
    }
    SemanticResult whole = withBytes(result, response);
    return new PrintedResult(whole.toMap(), new SemanticResult.Reading(whole, reading.problems()));
  }

  /** Returns an image with the bytes that a model is given of it as a block. */
  private static SemanticResult withBytes(SemanticResult result, ToolResponse response) {
    if (!result.kind().equals("image")
        || !(result.data() instanceof Map<?, ?> data)
        || data.containsKey("base64")) {
      return result;
    }
    for (ContentBlock block : response.content()) {
      if (block instanceof ContentBlock.MediaBlock media) {
        try (InputStream in = media.data().open()) {
          var whole = new LinkedHashMap<Object, Object>(data);
          whole.put("base64", Base64.getEncoder().encodeToString(in.readAllBytes()));
          return new SemanticResult(
              result.kind(), whole, result.summary(), result.mimeType(), result.display());
        } catch (IOException e) {
          return result; // the store has lost it
        }
      }
    }
    return result;
  }

  /** A value that was written by the reader of responses; null if the store has lost it. */
  private static @Nullable Object json(ResourceContent content) {
    try (InputStream in = content.open()) {
      byte[] json = in.readAllBytes();
      return PlainJson.read(json, 0, json.length);
    } catch (IOException e) {
      return null;
    }
  }

  /** The result for people; null if there is none. */
  public @Nullable SemanticResult result() {
    return reading == null ? null : reading.result();
  }

  /** What of it is not as it must be, a line each. */
  public List<String> problems() {
    return reading == null ? List.of() : reading.problems();
  }

  /** Whether a model is given its text, because there are no blocks beside it. */
  public boolean isForModels() {
    return result() != null && json != null && !(json.get("content") instanceof List);
  }

  /** Whether it says that the tool failed. */
  public boolean isError() {
    return json != null && Boolean.TRUE.equals(json.get("isError"));
  }

  /**
   * Writes JSON for people, with a line for each value; escapes in it are of JSON, and so it says
   * the same.
   */
  public static void writeRaw(Map<String, Object> json, OutputStream out) throws IOException {
    out.write((Sanitizer.sanitize(ValueText.pretty(json)) + "\n").getBytes(UTF_8));
  }

  /** Writes JSON for programs, on one line. */
  public static void writeJson(Map<String, Object> json, OutputStream out) throws IOException {
    out.write((ValueText.compact(json) + "\n").getBytes(UTF_8));
  }
}
