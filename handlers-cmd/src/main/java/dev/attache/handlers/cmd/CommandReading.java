package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.output.CommandResource;
import dev.attache.handlers.cmd.run.CommandRun;
import dev.attache.handlers.cmd.run.CommandSettings;
import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A reader of what one command prints: consent, running, and the result as a resource. */
final class CommandReading {

  private final Preparation preparation;
  private final HandlerContext context;

  CommandReading(Preparation preparation, HandlerContext context) {
    this.preparation = preparation;
    this.context = context;
  }

  Resource read(ResourceUri uri) throws ResourceException {
    CommandUri command = command(uri);
    var run = new CommandRun(uri, preparation, context);
    Invocation invocation = run.allowed(command);
    CommandSettings settings = preparation.settings();
    long most = Math.min(context.maxBytes(), settings.maxOutput());
    CommandRun.Ran ran = run.run(invocation, settings.timeOf(command), most, Map.of());
    ran.notes().forEach(note -> context.note(uri, note));
    return CommandResource.of(
        uri,
        invocation.label(),
        command.description(),
        parameters(command),
        ran.completion(),
        context);
  }

  /** What else was said about a command, without secrets. */
  private static Map<String, String> parameters(CommandUri command) {
    var parameters = new LinkedHashMap<String, String>();
    Duration timeout = command.timeout();
    if (timeout != null) {
      parameters.put("timeout", Long.toString(timeout.toSeconds()));
    }
    command.metadata().forEach((key, value) -> parameters.put(key, shown(key, value)));
    return parameters;
  }

  private static String shown(String key, String value) {
    return Redaction.redact("?" + key + "=" + value).substring(key.length() + 2);
  }

  /** The command as it was named in this run, or else as its URI alone tells. */
  private CommandUri command(ResourceUri uri) throws ResourceException {
    CommandUri named = NamedCommands.of(context).find(uri);
    return named != null ? named : CommandUri.parse(uri.value(), context.workspace());
  }
}
