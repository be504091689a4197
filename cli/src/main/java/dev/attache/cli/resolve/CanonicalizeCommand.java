package dev.attache.cli.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.WellFormed;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code attache canonicalize}: prints the canonical URI of each reference, or what is wrong. */
final class CanonicalizeCommand implements Command {

  /** No file system has paths that are nearly as long. */
  private static final int MAX_LINE = 1 << 20;

  private final List<String> references = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "[REF]...",
        references,
        "A path or URI. Without one, or with -, reads one per line from standard input (JSON"
            + " strings with --json).");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache canonicalize ../notes.md https://Example.org:443/",
        "git ls-files | attache canonicalize");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    Handlers handlers = Handlers.load(run);
    try (ServerPool servers = run.servers(handlers);
        ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      var resolvers = new Resolvers(run, handlers, servers);
      Answers answers =
          run.options().isJson()
              ? new JsonAnswers(result.stream())
              : new LineAnswers(result.stream(), console);
      boolean good = true;
      for (String reference : references.isEmpty() ? List.of("-") : references) {
        good &=
            reference.equals("-")
                ? answerInput(run.streams().in(), resolvers, answers, run.options().isJson())
                : answer(resolvers, answers, reference);
      }
      answers.flush();
      if (good || !run.options().isStrict()) {
        result.commit();
      }
      return good ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private static boolean answerInput(
      InputStream in, Resolvers resolvers, Answers answers, boolean json)
      throws IOException, UsageException {
    var lines = new BufferedInputStream(in);
    boolean good = true;
    for (byte[] line = firstLine(lines); line != null; line = answeredLine(lines, answers)) {
      String text = new String(line, 0, Math.min(line.length, MAX_LINE), UTF_8);
      if (line.length > MAX_LINE) {
        good = refuse(answers, OneLine.cut(text, 40), "is longer than " + MAX_LINE + " bytes");
      } else if (!Arrays.equals(text.getBytes(UTF_8), line)) {
        good = refuse(answers, text, "is not UTF-8");
      } else if (json || !text.isBlank()) { // as JSON, each line has its answer
        good &= answerLine(resolvers, answers, text, json);
      }
    }
    return good;
  }

  private static byte @Nullable [] firstLine(InputStream in) throws UsageException {
    try {
      return nextLine(in);
    } catch (IOException e) {
      throw new UsageException("standard input cannot be read: " + e.getMessage());
    }
  }

  /** The next line, after all answers so far have been given to whoever waits for them. */
  private static byte @Nullable [] answeredLine(InputStream in, Answers answers)
      throws IOException {
    if (in.available() == 0) {
      answers.flush();
    }
    return nextLine(in);
  }

  /** The bytes of the next line without its end; null at the end of the input. */
  private static byte @Nullable [] nextLine(InputStream in) throws IOException {
    int b = in.read();
    if (b < 0) {
      return null;
    }
    var line = new ByteArrayOutputStream();
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() <= MAX_LINE) { // one byte more shows that it is too long
        line.write(b);
      }
    }
    byte[] bytes = line.toByteArray();
    boolean endsWithReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return endsWithReturn ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
  }

  private static boolean answerLine(Resolvers resolvers, Answers answers, String line, boolean json)
      throws IOException, UsageException {
    String reference = json ? ReferenceList.jsonString(line) : line;
    return reference == null
        ? refuse(answers, line, "is not a JSON string")
        : answer(resolvers, answers, reference);
  }

  private static boolean refuse(Answers answers, String line, String rule) throws IOException {
    answers.failed(line, ResourceException.of(Kind.INVALID_URI, line, rule));
    return false;
  }

  private static boolean answer(Resolvers resolvers, Answers answers, String reference)
      throws IOException, UsageException {
    Resolver resolver = resolvers.of(reference);
    try {
      answers.canonical(reference, resolver.canonicalize(reference).value());
      return true;
    } catch (ResourceException e) {
      answers.failed(reference, e);
      return false;
    }
  }

  /** The resolver of a run, and the one that also knows servers, made when first needed. */
  private static final class Resolvers {
    private final Run run;
    private final Handlers handlers;
    private final ServerPool servers;
    private final Resolver plain;
    private @Nullable Resolver knowing;

    Resolvers(Run run, Handlers handlers, ServerPool servers) throws UsageException {
      this.run = run;
      this.handlers = handlers;
      this.servers = servers;
      this.plain = Run.build(run.resolver(handlers));
    }

    Resolver of(String reference) throws UsageException {
      if (!ServerReference.isAbout(reference)) {
        return plain;
      }
      if (knowing == null) {
        Resolver.Builder builder = run.resolver(handlers);
        servers.handTo(builder, List.of(reference));
        knowing = Run.build(builder);
      }
      return knowing;
    }
  }

  /** How the answers are written. */
  private interface Answers {
    void canonical(String input, String uri) throws IOException;

    void failed(String input, ResourceException problem) throws IOException;

    void flush() throws IOException;
  }

  /** A URI a line; errors go to people. */
  private record LineAnswers(OutputStream out, Console console) implements Answers {
    @Override
    public void canonical(String input, String uri) throws IOException {
      out.write((uri + "\n").getBytes(UTF_8));
    }

    @Override
    public void failed(String input, ResourceException problem) {
      console.error(Redaction.redact(input) + ": " + RemedyOption.of(problem));
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }

  /** A JSON object a line, for each input exactly one. */
  private static final class JsonAnswers implements Answers {
    private final JsonGenerator json;

    JsonAnswers(OutputStream out) throws IOException {
      this.json = JsonFormat.generator(out);
    }

    @Override
    public void canonical(String input, String uri) throws IOException {
      write(input, uri, null);
    }

    @Override
    public void failed(String input, ResourceException problem) throws IOException {
      write(input, null, problem);
    }

    @Override
    public void flush() throws IOException {
      json.flush();
    }

    private void write(String input, @Nullable String uri, @Nullable ResourceException problem)
        throws IOException {
      json.writeStartObject();
      json.writeStringField("input", WellFormed.text(input));
      if (uri != null) {
        json.writeStringField("uri", uri);
      }
      if (problem != null) {
        json.writeObjectFieldStart("error");
        json.writeStringField("kind", problem.kind().name());
        json.writeStringField("message", problem.message());
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
