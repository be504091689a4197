package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.handlers.cmd.run.PassedValues;
import dev.attache.handlers.cmd.run.StreamBytes;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.OutcomeJson;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import dev.attache.resource.tool.ToolResponseJson.Parsed;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import dev.attache.support.process.Signals;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer that a program gave as a tool: by what it printed, and by how it ended.
 *
 * <ol>
 *   <li>JSON of a response (RFD 058) is that response; of a failure if the exit code is not 0.
 *   <li>A result for people ({@link SemanticResult}) is what it is for models, if the exit code is
 *       0.
 *   <li>What else was printed is a text, as a terminal shows it in the end, if the exit code is 0,
 *       and if it is not, both streams are, as in a {@link CommandText}.
 *   <li>What is larger than the limit is a text with a line in place of what is missing, even if it
 *       began as JSON; what is binary is a line.
 * </ol>
 *
 * <p>Standard error of a program that did well is for the user alone.
 */
public final class ToolOutput {

  private static final String TRUNCATED = "dev.attache/truncated";
  private static final String SIZE = "dev.attache/stdoutBytes";

  private static final int MAX_EXCERPT = 300;
  private static final int MAX_OUTCOME = 64 << 10;

  private final Completion completion;
  private final PassedValues secrets;
  private final long maxBytes;
  private final Canonicalizer canonicalizer;
  private final ToolObserver observer;

  /**
   * @param secrets what is not shown of a failure
   * @param maxBytes how many bytes of it are given
   * @param canonicalizer what makes the URIs of its resources canonical
   * @param observer who is told what there is to say of it
   */
  public ToolOutput(
      Completion completion,
      PassedValues secrets,
      long maxBytes,
      Canonicalizer canonicalizer,
      ToolObserver observer) {
    this.completion = completion;
    this.secrets = secrets;
    this.maxBytes = maxBytes;
    this.canonicalizer = canonicalizer;
    this.observer = observer;
  }

  /** Returns the answer. */
  public ToolResponse response() {
    completion.notes().forEach(observer::note);
    Captured output = completion.output().cutTo(maxBytes);
    Parsed json =
        output.isCut()
            ? null
            : ToolResponseJson.parseResponse(output.head(), canonicalizer).orElse(null);
    boolean hasFailed = completion.exitCode() != 0;
    if (!completion.errors().isEmpty() && (json != null || !hasFailed)) {
      observer.note("stderr: " + secrets.end(completion.errors(), MAX_EXCERPT));
    }
    if (json != null) {
      ToolResponse response = noted(json);
      return hasFailed ? response.failed() : response;
    }
    if (hasFailed) {
      return ended();
    }
    if (StreamBytes.isBinary(output)) {
      return binary(output);
    }
    return output.isCut() ? cut(output.shown()) : text(output);
  }

  private ToolResponse noted(Parsed parsed) {
    parsed.problems().forEach(observer::note);
    List<ContentBlock> blocks = parsed.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof LinkBlock) {
        observer.note("block " + i + " is left as a line: a local tool cannot serve a link");
      }
    }
    return parsed.response();
  }

  private ToolResponse text(Captured output) {
    SemanticResult result = result(output.head());
    if (result != null) {
      return result.toResponse();
    }
    if (isOutcome(output.head())) {
      observer.note("the output looks like the old protocol of jp; it is taken as text");
    }
    return noted(ToolResponseJson.parse(output.shown().head(), canonicalizer));
  }

  /** The beginning and the end of what is too long, with a line for what is missing. */
  private ToolResponse cut(Captured output) {
    observer.note(OutputContent.cutNote("stdout", output.cut(), output));
    String head = new String(output.head(), UTF_8);
    String tail = new String(output.tail(), UTF_8);
    String reason = "";
    if (head.stripLeading().startsWith("{")) {
      reason = "[this is not all of the output; if it is JSON, it is not read as such]\n";
      observer.note("stdout: what was cut is taken as text, even if it was JSON");
    }
    String line =
        (head.endsWith("\n") ? "" : "\n") + "[... " + ByteCount.of(output.cut()) + " cut ...]\n";
    return truncated(reason + head + line + tail, output);
  }

  private ToolResponse binary(Captured output) {
    String size = ByteCount.of(output.size());
    observer.note("stdout: binary, " + size + ", not included; print JSON with a blob instead");
    return truncated("[binary output, " + size + ", not included]\n", output);
  }

  private static ToolResponse truncated(String text, Captured output) {
    var meta = new LinkedHashMap<String, Object>();
    meta.put(TRUNCATED, true);
    meta.put(SIZE, output.size());
    return new ToolResponse(List.of(TextBlock.of(text)), false, meta);
  }

  /** What a program that failed printed on both streams, as a command shows it. */
  private ToolResponse ended() {
    CommandText text = CommandText.of(completion).within(maxBytes);
    var meta = new LinkedHashMap<String, Object>();
    meta.put("dev.attache/exitCode", completion.exitCode());
    String signal = Signals.of(completion.exitCode());
    if (signal != null) {
      meta.put("dev.attache/signal", signal);
    }
    if (text == null || text.outputCut() > 0 || text.errorsCut() > 0) {
      meta.put(TRUNCATED, true);
      meta.put(SIZE, completion.output().size());
    }
    ResourceContent shown = ResourceContent.text(text == null ? "" : secrets.hide(string(text)));
    return new ToolResponse(List.of(new TextBlock(shown, "text/markdown", null)), true, meta);
  }

  private static String string(CommandText text) {
    try (InputStream in = text.open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  /** The result for people that was printed; null if there is none. */
  private @Nullable SemanticResult result(byte[] printed) {
    String text = new String(printed, UTF_8);
    if (!text.stripLeading().startsWith("{") || !text.contains("\"kind\"")) {
      return null;
    }
    SemanticResult.Reading reading = SemanticResult.read(LenientValues.object(value(printed)));
    reading.problems().forEach(observer::note);
    return reading.result();
  }

  private static boolean isOutcome(byte[] printed) {
    return printed.length <= MAX_OUTCOME && OutcomeJson.isOutcome(new String(printed, UTF_8));
  }

  private static @Nullable Object value(byte[] json) {
    try {
      return PlainJson.read(json, 0, json.length);
    } catch (UnreadableException e) {
      return null; // some other text
    }
  }
}
