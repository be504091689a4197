package dev.attache.handlers.cmd.output;

import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.handlers.cmd.run.Excerpt;
import dev.attache.handlers.cmd.run.StreamBytes;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.support.process.Signals;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource that a command which has ended is.
 *
 * <p>The rule for its content:
 *
 * <ol>
 *   <li>If the exit code is 0 and nothing was printed on standard error, it is the standard output,
 *       byte for byte; of a text with escape sequences, returns or backspaces, what a terminal
 *       shows of it in the end. A text that was cut has a line in place of what is missing.
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
public final class CommandResource {

  private static final String MARKDOWN = "text/markdown";

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
  public static Resource of(
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
    completion.notes().forEach(note -> context.note(uri, note));
    return resource.build();
  }

  private Resource.Builder content() throws ResourceException {
    Captured output = completion.output();
    boolean isSilent = completion.errors().isEmpty();
    if (completion.exitCode() != 0 || (output.isEmpty() && !isSilent)) {
      return text();
    }
    var printed = new OutputContent(uri, output, ContentHints.NONE, context);
    Resource.Builder read = printed.read();
    if (isSilent) {
      noteCut("stdout", printed.cut(), output);
    } else if (!read.build().content().isText() || StreamBytes.isBinary(output)) {
      context.note(uri, "stderr: " + Excerpt.ofEnd(completion.errors(), MAX_EXCERPT));
    } else {
      return text();
    }
    return read;
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
          "is larger than the limit of "
              + ByteCount.of(context.maxBytes())
              + ", even without its output");
    }
    noteCut("stdout", text.outputCut(), completion.output());
    noteCut("stderr", text.errorsCut(), completion.errors());
    ContentHints hints = ContentHints.ofDeclaredType(MARKDOWN + "; charset=utf-8");
    return context.read(uri, text.open(), hints).mimeType(MARKDOWN);
  }

  private void noteCut(String name, long bytes, Captured stream) {
    if (bytes > 0) {
      isCut = true;
      context.note(uri, OutputContent.cutNote(name, bytes, stream));
    }
  }
}
