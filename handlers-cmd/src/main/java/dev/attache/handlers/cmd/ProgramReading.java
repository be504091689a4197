package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.ProgramSettings.Output;
import dev.attache.handlers.cmd.output.JsonOutput;
import dev.attache.handlers.cmd.output.JsonOutputException;
import dev.attache.handlers.cmd.output.JsonOutputException.Found;
import dev.attache.handlers.cmd.output.JsonResources;
import dev.attache.handlers.cmd.output.OutputContent;
import dev.attache.handlers.cmd.output.ProgramFailure;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.CommandRun;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.handlers.cmd.run.PassedValues;
import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.handlers.cmd.spelling.UriPath;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of one URI by way of a program: consent, running, and what it printed as resources. */
final class ProgramReading {

  /** Where a program that does not look at its arguments finds the URI. */
  private static final String VARIABLE = "ATTACHE_URI";

  private static final int MAX_EXCERPT = 300;

  private final ResourceUri uri;
  private final Preparation preparation;
  private final HandlerContext context;
  private final ProgramSettings settings;
  private final PassedValues secrets;

  ProgramReading(ResourceUri uri, Preparation preparation, HandlerContext context) {
    this.uri = uri;
    this.preparation = preparation;
    this.context = context;
    this.settings = ProgramSettings.of(context);
    this.secrets = preparation.secrets();
  }

  /**
   * Runs a command, and returns what it printed.
   *
   * @param schemes those whose URIs have a canonical form that is known
   */
  List<Resource> read(CommandUri command, Set<String> schemes) throws ResourceException {
    var run = new CommandRun(uri, preparation, context);
    Invocation invocation = run.allowed(command);
    CommandRun.Ran ran =
        run.run(
            invocation,
            preparation.settings().timeOf(null),
            settings.maxOutput(),
            Map.of(VARIABLE, uri.value()));
    Completion completion = ran.completion();
    List<Resource> resources = resources(completion, schemes);
    var notes = new ArrayList<>(ran.notes());
    if (!completion.errors().isEmpty()) {
      notes.add("stderr: " + secrets.end(completion.errors(), MAX_EXCERPT));
    }
    notes.addAll(completion.notes());
    notes.forEach(note -> context.note(resources.get(0).uri(), note));
    return resources;
  }

  private List<Resource> resources(Completion completion, Set<String> schemes)
      throws ResourceException {
    try {
      JsonOutput json = json(completion);
      requireSuccess(completion, json);
      return new JsonResources(uri, schemes, settings.mimeType(), context).read(json);
    } catch (JsonOutputException e) {
      requireSuccess(completion, null);
      return List.of(raw(completion.output(), e));
    }
  }

  private void requireSuccess(Completion completion, @Nullable JsonOutput json)
      throws ResourceException {
    ResourceException failure = ProgramFailure.of(uri, completion, json, secrets);
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * The JSON of resources that was printed.
   *
   * @throws JsonOutputException if it is none, or is to be taken as it is
   */
  private JsonOutput json(Completion completion) throws JsonOutputException {
    if (settings.output() == Output.TEXT) {
      throw new JsonOutputException(Kind.FAILED, "is not looked at", Found.NO_JSON);
    }
    return JsonOutput.parse(completion.output(), settings.output() == Output.JSON);
  }

  /**
   * Returns the standard output as it is.
   *
   * @param problem why it is not JSON of resources
   * @throws ResourceException if it ought to be that
   */
  private Resource raw(Captured output, JsonOutputException problem) throws ResourceException {
    if (settings.output() == Output.JSON || problem.found() == Found.TOO_MUCH_JSON) {
      throw ResourceException.of(problem.kind(), uri.value(), problem.message(), problem);
    }
    var printed = new OutputContent(uri, output, hints(problem), context);
    Resource.Builder resource = printed.read();
    if (printed.cut() > 0) {
      resource.meta("dev.attache/truncated", true);
      context.note(uri, OutputContent.cutNote("stdout", printed.cut(), output));
    }
    return resource.build();
  }

  private ContentHints hints(JsonOutputException problem) {
    if (settings.mimeType() != null) {
      return ContentHints.ofDeclaredType(settings.mimeType());
    }
    return problem.found() == Found.OTHER_JSON
        ? ContentHints.ofDeclaredType("application/json")
        : new ContentHints(UriPath.fileName(uri), null);
  }
}
