package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.process.Signals;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource that a command which has ended is.
 *
 * <p>The rule for its content:
 *
 * <ol>
 *   <li>If the exit code is 0 and nothing was printed on standard error, it is the standard output,
 *       byte for byte. A text that was cut has a line in place of what is missing.
 *   <li>If the exit code is 0 and the standard output is binary, or in UTF-16, it is the standard
 *       output as well; what was printed on standard error is noted. What is binary and was cut is
 *       refused, because nothing can be done with it.
 *   <li>Otherwise it is a {@link CommandText} with both streams.
 * </ol>
 *
 * <p>In the first two cases the engine decides on text or bytes, charset and MIME type from the
 * bytes alone. The name, a command line that may well end in {@code a.rs}, does not count there:
 * the engine asks it only about a content of no type, and here every content has one. How long the
 * command took is told nowhere, so that what does not change has one digest.
 */
final class CommandResource {

  private static final String MARKDOWN = "text/markdown";

  /** More than the line in place of what was cut has. */
  private static final int CUT_LINE = 64;

  private static final int MAX_EXCERPT = 300;

  private final ResourceUri uri;
  private final Completion completion;
  private final HandlerContext context;
  private boolean isCut;

  private CommandResource(ResourceUri uri, Completion completion, HandlerContext context) {
    this.uri = uri;
    this.completion = completion;
    this.context = context;
  }

  /**
   * Returns the resource, and notes what is uncertain about it.
   *
   * @param name the command line, for people
   * @param parameters what else was said about the command, for {@code meta}
   * @throws ResourceException {@code TOO_LARGE} if there is no way to cut it
   */
  static Resource of(
      ResourceUri uri,
      String name,
      @Nullable String description,
      Map<String, String> parameters,
      Completion completion,
      HandlerContext context)
      throws ResourceException {
    var content = new CommandResource(uri, completion, context);
    Resource.Builder resource = content.content();
    resource.name(name).description(description);
    resource.meta("dev.attache/exitCode", completion.exitCode());
    String signal = Signals.of(completion.exitCode());
    if (signal != null) {
      resource.meta("dev.attache/signal", signal);
    }
    resource.meta("dev.attache/stdoutBytes", completion.output().size());
    resource.meta("dev.attache/stderrBytes", completion.errors().size());
    if (content.isCut) {
      resource.meta("dev.attache/truncated", true);
    }
    if (!parameters.isEmpty()) {
      resource.meta("dev.attache/parameters", parameters);
    }
    if (completion.leftBehind() > 0) {
      context.note(uri, leftBehind(completion.leftBehind()));
    }
    if (!completion.isComplete()) {
      context.note(uri, "a process that could not be ended may have printed more");
    }
    return resource.build();
  }

  private static String leftBehind(int processes) {
    return processes == 1
        ? "1 process that it had started was still running and was ended"
        : processes + " processes that it had started were still running and were ended";
  }

  private Resource.Builder content() throws ResourceException {
    Captured output = completion.output();
    boolean isSilent = completion.errors().isEmpty();
    if (completion.exitCode() != 0 || (output.isEmpty() && !isSilent)) {
      return text();
    }
    Captured shown = shownOutput();
    Resource.Builder read = read(shown);
    if (isSilent) {
      noteCut("stdout", shown.cut(), output);
    } else if (!read.build().content().isText() || StreamBytes.isBinary(output)) {
      context.note(uri, "stderr: " + Excerpt.ofEnd(completion.errors(), MAX_EXCERPT));
    } else {
      return text();
    }
    return read;
  }

  /** As much of the output as may be a content. */
  private Captured shownOutput() {
    Captured output = completion.output();
    boolean fits = !output.isCut() && output.size() <= context.maxBytes();
    return fits ? output : output.cutTo(Math.max(0, context.maxBytes() - CUT_LINE));
  }

  private Resource.Builder read(Captured output) throws ResourceException {
    if (!output.isCut()) {
      return context.read(uri, new ByteArrayInputStream(output.head()), ContentHints.NONE);
    }
    if (StreamBytes.isBinary(completion.output())) {
      throw notText(output);
    }
    Resource.Builder read = context.read(uri, joined(output), ContentHints.NONE);
    if (!read.build().content().isText()) {
      throw notText(output);
    }
    return read;
  }

  private ResourceException notText(Captured output) {
    return ResourceException.of(
        Kind.TOO_LARGE,
        uri.value(),
        "printed " + Counts.bytes(output.size()) + " that are not text, and only text can be cut");
  }

  /** In ASCII, because nobody knows the charset of what stands around it. */
  private static InputStream joined(Captured output) {
    byte[] head = output.head();
    boolean endsLine = head.length == 0 || head[head.length - 1] == '\n';
    String line = (endsLine ? "" : "\n") + "[... " + Counts.bytes(output.cut()) + " cut ...]\n";
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(head),
                new ByteArrayInputStream(line.getBytes(US_ASCII)),
                new ByteArrayInputStream(output.tail()))));
  }

  /**
   * Read by the engine as well, although it is known: else its notes on the reading of the output
   * would be taken for notes on this text.
   */
  private Resource.Builder text() throws ResourceException {
    CommandText text = CommandText.of(completion).within(context.maxBytes());
    if (text == null) {
      throw ResourceException.of(
          Kind.TOO_LARGE,
          uri.value(),
          "has more than the limit of "
              + Counts.bytes(context.maxBytes())
              + ", even without what was printed");
    }
    noteCut("stdout", text.outputCut(), completion.output());
    noteCut("stderr", text.errorsCut(), completion.errors());
    ContentHints hints = ContentHints.ofDeclaredType(MARKDOWN + "; charset=utf-8");
    return context.read(uri, text.open(), hints).mimeType(MARKDOWN);
  }

  private void noteCut(String name, long bytes, Captured stream) {
    if (bytes > 0) {
      isCut = true;
      String which = bytes == stream.size() ? ", all of it, left out" : " cut out of the middle";
      context.note(uri, name + ": " + Counts.bytes(bytes) + which);
    }
  }
}
