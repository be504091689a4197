package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.StreamBytes;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.List;

/**
 * The standard output of a command as a content: binary output byte for byte, and text as a
 * terminal shows it in the end, with a line in place of what is missing if it was too long. Binary
 * output that was cut is refused, because nothing can be done with it.
 */
public final class OutputContent {

  /** More than the line in place of what was cut has. */
  private static final int CUT_LINE = 64;

  private final ResourceUri uri;
  private final Captured output;
  private final Captured shown;
  private final ContentHints hints;
  private final HandlerContext context;

  public OutputContent(
      ResourceUri uri, Captured printed, ContentHints hints, HandlerContext context) {
    this.uri = uri;
    this.output = printed.shown();
    this.hints = hints;
    this.context = context;
    boolean fits = !output.isCut() && output.size() <= context.maxBytes();
    this.shown = fits ? output : output.cutTo(Math.max(0, context.maxBytes() - CUT_LINE));
  }

  /** How many bytes are missing. */
  public long cut() {
    return shown.cut();
  }

  /** What to say of a stream of which some bytes are missing. */
  public static String cutNote(String name, long bytes, Captured stream) {
    String which = bytes == stream.size() ? ", all of it, omitted" : " cut out of the middle";
    return name + ": " + ByteCount.of(bytes) + which;
  }

  /**
   * Returns a resource in the making with this content.
   *
   * @throws ResourceException {@code TOO_LARGE} if there is no way to cut it
   */
  public Resource.Builder read() throws ResourceException {
    if (!shown.isCut()) {
      return context.read(uri, new ByteArrayInputStream(shown.head()), hints);
    }
    if (StreamBytes.isBinary(output)) {
      throw notText();
    }
    Resource.Builder read = context.read(uri, joined(), hints);
    if (!read.build().content().isText()) {
      throw notText();
    }
    return read;
  }

  private ResourceException notText() {
    return ResourceException.of(
        Kind.TOO_LARGE,
        uri.value(),
        "printed "
            + ByteCount.of(output.size())
            + " that are not text, and only text can be shortened");
  }

  /** In ASCII, because nobody knows the charset of what stands around it. */
  private InputStream joined() {
    byte[] head = shown.head();
    boolean endsLine = head.length == 0 || head[head.length - 1] == '\n';
    String line = (endsLine ? "" : "\n") + "[... " + ByteCount.of(shown.cut()) + " cut ...]\n";
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(head),
                new ByteArrayInputStream(line.getBytes(US_ASCII)),
                new ByteArrayInputStream(shown.tail()))));
  }
}
