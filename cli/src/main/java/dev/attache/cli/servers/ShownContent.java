package dev.attache.cli.servers;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Blob;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.json.Base64Text;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.WellFormed;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One content as a server gave it: text or bytes, or neither, with a reason.
 *
 * @param uri the server's URI of it; empty if it gave none
 * @param mimeType what the server says; null if it says nothing
 * @param problem why there is neither text nor blob
 * @param remarks what of it is not shown, or not as it is
 */
record ShownContent(
    String uri,
    @Nullable String mimeType,
    ResourceContent content,
    @Nullable String problem,
    List<String> remarks) {

  /** What is said of a text that cannot be written as it is. */
  static final String HALVES = "the server's text has unpaired surrogates, shown as U+FFFD";

  /** The contents in the answer to {@code resources/read}; none where there should be a list. */
  static List<ShownContent> all(@Nullable Object contents) {
    var all = new ArrayList<ShownContent>();
    if (contents instanceof List<?> list) {
      for (Object each : list) {
        all.add(of(each));
      }
    }
    return all;
  }

  static ShownContent of(@Nullable Object value) {
    Map<?, ?> content = value instanceof Map<?, ?> map ? map : Map.of();
    String uri = content.get("uri") instanceof String text ? text : "";
    String type = content.get("mimeType") instanceof String text ? text : null;
    Object blob = content.get("blob");
    if (content.get("text") instanceof String text) {
      Text shown = Text.of(WellFormed.text(text));
      return new ShownContent(uri, type, shown, null, remarks(text, shown, blob));
    }
    if (blob instanceof String encoded) {
      try {
        byte[] bytes = Base64Text.decode(encoded);
        return new ShownContent(uri, type, Blob.of(bytes, 0, bytes.length), null, List.of());
      } catch (IllegalArgumentException e) {
        return without(uri, type, "the server gave " + noBase64(e));
      }
    }
    return without(uri, type, "the server gave neither text nor blob; show its answer with --json");
  }

  private static ShownContent without(String uri, @Nullable String type, String problem) {
    return new ShownContent(uri, type, Text.of(""), problem, List.of());
  }

  private static List<String> remarks(String text, Text shown, @Nullable Object blob) {
    var remarks = new ArrayList<String>();
    if (!shown.value().equals(text)) {
      remarks.add(HALVES);
    }
    if (blob instanceof String encoded) {
      String besides = "the server gave a text and, besides, ";
      try {
        byte[] bytes = Base64Text.decode(encoded);
        if (!Arrays.equals(bytes, shown.toByteArray())) {
          String size = SizeText.of(bytes.length);
          remarks.add(
              besides + "other bytes (" + size + "), which are not shown; show them with --json");
        }
      } catch (IllegalArgumentException e) {
        remarks.add(besides + noBase64(e));
      }
    }
    return remarks;
  }

  private static String noBase64(IllegalArgumentException e) {
    return "a blob that is not base64: it " + e.getMessage() + "; show it with --json";
  }

  /** What it is, without what is in it: {@code image/png, 12 KiB}. */
  String described() {
    return (mimeType == null ? "bytes" : mimeType) + ", " + SizeText.of(content.size());
  }

  /** The content as a snapshot; null if its URI is none. */
  @Nullable Snapshot snapshot() {
    ResourceUri parsed = ResourceUri.parse(uri).orElse(null);
    if (parsed == null || problem != null) {
      return null;
    }
    Resource resource = Resource.builder(parsed, content).mimeType(mimeType).build();
    String chosen = mimeType != null ? mimeType : content.isText() ? "text/plain" : "bytes";
    return new Snapshot(
        resource,
        parsed,
        "mcp",
        Instant.EPOCH,
        new TypeDecision(mimeType, null, null, chosen, "as declared"),
        List.of());
  }
}
