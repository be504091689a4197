package dev.attache.cli.models;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.history.ConversationLog;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a model whose provider's words a request is to be printed in, as {@code --request}
 * and {@code --model} make it. Nothing is sent. Immutable.
 */
public final class RequestChoice {

  /** The option that names the provider. */
  public static final String REQUEST = "--request";

  static final String MODEL = "--model";

  private final ModelChoice choice;

  private RequestChoice(ModelChoice choice) {
    this.choice = choice;
  }

  /** Adds the options to a command that prints requests. */
  public static void addTo(Options options) {
    addTo(options, "The model of --request (default: the provider's).");
  }

  /** Adds the options to a command that prints requests, or asks a model. */
  public static void addWithAskedTo(Options options) {
    addTo(
        options,
        "The model to ask: PROVIDER or PROVIDER/MODEL (default: as configured); with --request, a"
            + " model of that provider.");
  }

  /** The same for a command that only asks. */
  public static void addModelTo(Options options) {
    options.value(
        "MODEL",
        "The model to ask: PROVIDER or PROVIDER/MODEL (default: as configured).",
        MODEL,
        "-m");
  }

  private static void addTo(Options options, String description) {
    options
        .value("PROVIDER", "Print the body of a request to PROVIDER; nothing is sent.", REQUEST)
        .value("MODEL", description, MODEL, "-m");
  }

  /** Returns the choice; null if there is none. */
  public static @Nullable RequestChoice of(Arguments arguments, Run run) throws UsageException {
    String name = arguments.value(REQUEST);
    String model = arguments.value(MODEL);
    if (name == null) {
      if (model != null) {
        throw new UsageException("--model needs --request");
      }
      return null;
    }
    for (String option : List.of("--format", "--resources")) {
      refuse(option, arguments.value(option) != null);
    }
    for (String flag : List.of("--line-numbers", "--whole")) {
      refuse(flag, arguments.has(flag));
    }
    if (run.options().isJson()) {
      throw new UsageException("--json cannot be combined with --request, which is JSON");
    }
    return new RequestChoice(Providers.of(run).require(REQUEST, name).model(model));
  }

  private static void refuse(String option, boolean isGiven) throws UsageException {
    if (isGiven) {
      throw new UsageException(option + " cannot be combined with " + REQUEST);
    }
  }

  /**
   * Writes the body of the request that a conversation comes to, and its end of line; says what the
   * model is not given.
   *
   * @return what of it is lost or damaged in the store, a line each
   */
  public List<String> write(ConversationLog log, Console console, OutputStream out)
      throws IOException {
    ModelMessages history = ModelMessages.of(log);
    RequestBody body =
        choice
            .provider()
            .render(
                ModelRequest.of(choice.profile(), choice.model(), history.messages())
                    .tools(List.of(refresh()))
                    .outputSchema(history.schema()));
    body.writeTo(out);
    out.write('\n');
    NotGiven.notes(body, choice.profile().name()).forEach(console::note);
    return history.lost();
  }

  private static OfferedTool refresh() {
    return new OfferedTool(
        RefreshResourceTool.NAME,
        RefreshResourceTool.description(),
        RefreshResourceTool.inputSchema());
  }
}
