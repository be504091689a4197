package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.handlers.DuplicateSchemeException;
import dev.attache.core.handlers.HandlerOrigin;
import dev.attache.core.handlers.HandlerProblem;
import dev.attache.core.handlers.HandlerRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** {@code attache handlers doctor}: says which handlers cannot be used, and why. */
final class HandlersDoctorCommand implements Command {

  private final Streams streams;

  HandlersDoctorCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException {
    List<HandlerProblem> problems;
    int handlers = 0;
    try {
      HandlerRegistry registry = HandlerRegistry.load(getClass().getClassLoader());
      problems = registry.problems();
      handlers = registry.handlers().size();
    } catch (DuplicateSchemeException e) {
      problems =
          List.of(
              new HandlerProblem(
                  "",
                  new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, "the class path", null),
                  String.valueOf(e.getMessage()),
                  "take one of them off the class path"));
    }
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      if (global.isJson()) {
        writeJson(problems, result.stream());
      } else {
        writeLines(problems, handlers, result.stream());
      }
      result.commit();
    }
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void writeLines(List<HandlerProblem> problems, int handlers, OutputStream out)
      throws IOException {
    for (HandlerProblem problem : problems) {
      out.write((problem + "\n").getBytes(UTF_8));
    }
    String sum = handlers + " usable, " + problems.size() + " not\n";
    out.write(sum.getBytes(UTF_8));
  }

  private static void writeJson(List<HandlerProblem> problems, OutputStream out)
      throws IOException {
    JsonGenerator json = JsonFormat.generator(out);
    for (HandlerProblem problem : problems) {
      json.writeStartObject();
      json.writeStringField("provider", problem.provider());
      json.writeStringField("origin", problem.origin().place());
      json.writeStringField("reason", problem.reason());
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }
}
