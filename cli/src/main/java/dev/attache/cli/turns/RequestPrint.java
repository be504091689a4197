package dev.attache.cli.turns;

import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.models.RequestChoice;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.LostContents;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The printing of the request of a turn in place of its sending, as {@code --print}, {@code
 * --dry-run} and {@code --request} ask for it. Immutable.
 *
 * @param form the form of all of it
 * @param body the provider in whose words it is printed; null for the form
 * @param isWhole whether all of the conversation is printed
 * @param isTrial whether the turn is not to be recorded
 */
record RequestPrint(
    FormChoice form, @Nullable RequestChoice body, boolean isWhole, boolean isTrial) {

  private static final String PRINT = "--print";
  private static final String DRY_RUN = "--dry-run";
  private static final String WHOLE = "--whole";

  /** Adds the options. */
  static void addTo(Options options) {
    options
        .flag("Print the request instead of sending it; the turn is recorded.", PRINT)
        .flag("Print the request; record and send nothing.", DRY_RUN)
        .flag("Print the whole conversation, not just this turn.", WHOLE);
    RequestChoice.addWithAskedTo(options);
    FormChoice.addTo(options);
  }

  /** Reads the options; returns null if the request is to be sent. */
  static @Nullable RequestPrint of(Arguments arguments, Run run) throws UsageException {
    boolean isTrial = arguments.has(DRY_RUN);
    if (isTrial || arguments.has(PRINT) || arguments.value(RequestChoice.REQUEST) != null) {
      RequestChoice body = RequestChoice.of(arguments, run);
      FormChoice form = FormChoice.of(arguments, run.options().isJson(), false);
      return new RequestPrint(form, body, arguments.has(WHOLE), isTrial);
    }
    for (String option : List.of("--format", "--resources")) {
      requirePrint(option, arguments.value(option) != null);
    }
    for (String flag : List.of("--line-numbers", WHOLE)) {
      requirePrint(flag, arguments.has(flag));
    }
    return null;
  }

  private static void requirePrint(String option, boolean isGiven) throws UsageException {
    if (isGiven) {
      throw new UsageException(option + " needs " + PRINT);
    }
  }

  /** The option by which it is printed. */
  String option(Arguments arguments) {
    return isTrial ? DRY_RUN : arguments.has(PRINT) ? PRINT : RequestChoice.REQUEST;
  }

  /** Whether it is text that a model reads as it is. */
  boolean isPrompt() {
    return body == null && !form.isJson();
  }

  /** Prints the request of the last turn of a history. */
  void write(Request request, ConversationLog log, Console console, OutputStream out)
      throws IOException {
    if (body != null) {
      LostContents.say(body.write(log, console, out), console);
    } else if (isWhole) {
      LostContents.say(
          form.isJson()
              ? RequestJson.writeConversation(log, out)
              : PromptText.writeConversation(log, out),
          console);
    } else if (form.isJson()) {
      RequestJson.writeRequest(log.id(), request, out);
    } else {
      PromptText.writeRequest(request, out);
    }
  }
}
