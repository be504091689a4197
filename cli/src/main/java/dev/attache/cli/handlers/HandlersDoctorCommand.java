package dev.attache.cli.handlers;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.config.ConfiguredProgram;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.DuplicateSchemeException;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code attache handlers doctor}: says which handlers cannot be used, or are not, and why, and
 * what to do about it.
 */
final class HandlersDoctorCommand implements Command {

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache handlers doctor", "attache handlers doctor --handler-jar target/weather.jar");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    var problems = new ArrayList<HandlerProblem>();
    int usable = 0;
    try {
      Handlers handlers = Handlers.examine(run);
      handlers.trustProblems().forEach(run.console()::error);
      problems.addAll(handlers.registry().problems());
      Stream.concat(handlers.renderers().problems().stream(), handlers.models().problems().stream())
          .filter(each -> !problems.contains(each))
          .forEach(problems::add);
      handlers.untrusted().forEach(each -> problems.add(each.problem()));
      addMissing(handlers, run, problems);
      usable = handlers.registry().handlers().size();
    } catch (DuplicateSchemeException e) {
      problems.add(ofClassPath(e));
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      if (run.options().isJson()) {
        writeJson(problems, result.stream());
      } else {
        writeLines(problems, usable, result.stream());
      }
      result.commit();
    }
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Adds the programs that are not there, as a plan would say it of any of their URIs. */
  private static void addMissing(Handlers handlers, Run run, List<HandlerProblem> problems)
      throws UsageException {
    if (handlers.programs().isEmpty()) {
      return;
    }
    Resolver resolver = Run.build(run.resolver(handlers));
    for (ConfiguredProgram program : handlers.programs()) {
      String scheme = program.handler().schemes().iterator().next();
      try (Resolution plan = resolver.plan(List.of(scheme + ":any"))) {
        for (Outcome outcome : plan) {
          if (outcome instanceof Outcome.Failed failed) {
            problems.add(
                new HandlerProblem(
                    program.label(),
                    program.origin(),
                    failed.problem().message(),
                    "install it, or name it by its absolute path in the configuration"));
          }
        }
      }
    }
  }

  private static HandlerProblem ofClassPath(DuplicateSchemeException e) {
    return new HandlerProblem(
        "",
        new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, "the class path", null),
        String.valueOf(e.getMessage()),
        "remove one of them from the class path");
  }

  private static void writeLines(List<HandlerProblem> problems, int usable, OutputStream out)
      throws IOException {
    for (HandlerProblem problem : problems) {
      ResultLine.write(out, problem.toString());
      ResultLine.write(out, "fix: " + problem.fix());
    }
    ResultLine.write(out, usable + " usable, " + problems.size() + " not");
  }

  private static void writeJson(List<HandlerProblem> problems, OutputStream out)
      throws IOException {
    JsonGenerator json = JsonFormat.generator(out);
    for (HandlerProblem problem : problems) {
      json.writeStartObject();
      json.writeStringField("provider", problem.provider());
      json.writeStringField("origin", problem.origin().place());
      json.writeStringField("kind", problem.origin().kind().label());
      json.writeStringField("reason", problem.reason());
      json.writeStringField("fix", problem.fix());
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }
}
