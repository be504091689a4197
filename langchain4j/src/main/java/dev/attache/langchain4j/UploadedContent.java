package dev.attache.langchain4j;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.types.TypeDecision;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.VideoContent;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file, an image or a sound in a message of LangChain4j. Immutable.
 *
 * @param what what it is, in a word
 * @param bytes its bytes; null if it is named by its URL only
 * @param url its URL; null if it has none
 * @param mimeType its type; null if nobody says it
 */
@SuppressWarnings("ArrayRecordComponent") // which nobody compares
record UploadedContent(
    String what, byte @Nullable [] bytes, @Nullable URI url, @Nullable String mimeType) {

  private static final String SOURCE = "upload";

  static UploadedContent of(Content content) {
    if (content instanceof ImageContent each) {
      var image = each.image();
      return of("image", image.base64Data(), image.url(), image.mimeType());
    } else if (content instanceof AudioContent each) {
      var audio = each.audio();
      return of("audio", audio.base64Data(), audio.url(), audio.mimeType());
    } else if (content instanceof VideoContent each) {
      var video = each.video();
      return of("video", video.base64Data(), video.url(), video.mimeType());
    } else if (content instanceof PdfFileContent each) {
      var file = each.pdfFile();
      return of("file", file.base64Data(), file.url(), "application/pdf");
    }
    return new UploadedContent(content.type().name().toLowerCase(Locale.ROOT), null, null, null);
  }

  private static UploadedContent of(
      String what, @Nullable String base64, @Nullable URI url, @Nullable String mimeType) {
    byte[] bytes = base64 == null ? null : Base64.getMimeDecoder().decode(base64);
    return new UploadedContent(what, bytes, url, mimeType);
  }

  /** As what a tool gives it; null if tools give no such thing. */
  MediaBlock.@Nullable Kind kind() {
    return switch (what) {
      case "image" -> MediaBlock.Kind.IMAGE;
      case "audio" -> MediaBlock.Kind.AUDIO;
      default -> null;
    };
  }

  /** The line in its place where it cannot be kept. */
  String line() {
    return "["
        + what
        + (url == null ? "" : " " + Redaction.redact(url.toString()))
        + ": not kept in this conversation]";
  }

  /** Returns the snapshot of what has bytes, under a URI that its content gives it. */
  Snapshot snapshot(Instant at) {
    if (bytes == null) {
      throw new IllegalStateException("a content that is named by its URL has no snapshot");
    }
    String type = mimeType == null ? "application/octet-stream" : mimeType;
    ResourceContent content = ResourceContent.blob(bytes);
    ResourceUri uri = ResourceUri.of(SOURCE + ":" + what + "-" + content.digest().shortForm());
    Resource resource = Resource.builder(uri, content).mimeType(type).build();
    return new Snapshot(
        resource, uri, SOURCE, at, new TypeDecision(type, null, null, type, "declared"), List.of());
  }
}
