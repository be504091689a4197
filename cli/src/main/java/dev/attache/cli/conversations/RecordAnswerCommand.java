package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** {@code attache conversation record-answer}: records an answer of the model. */
final class RecordAnswerCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "[TEXT]...", words, "What the model wrote; - or a pipe reads it from standard input.");
    ConversationChoice.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation record-answer 'The parser is in src/parse.'",
        "attache query --print 'Why?' | llm | attache conversation record-answer");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    // Read to its end first: what is before it in a pipe may be about to begin the conversation.
    String text = PipedText.message(words, run.streams());
    if (text.isBlank()) {
      throw new UsageException("missing argument: TEXT (or pipe it in)");
    }
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    conversation.respond(text);
    place.sayProblems(console);
    ConversationNote.sayCurrent(console, conversation);
    if (run.options().isJson()) {
      var line = new LinkedHashMap<String, Object>();
      line.put("conversation", conversation.id().value());
      line.put("turn", conversation.summary().turns() - 1);
      try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
        ObjectLines.to(result.stream()).write(line).flush();
        result.commit();
      }
    }
    return ExitCode.OK;
  }
}
