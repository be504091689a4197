package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.models.ModelPrices;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.view.HistoryResults;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.SourceCheck;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code attache conversation show}: prints what a conversation holds, without the contents. */
final class ConversationShowCommand implements Command {

  private static final String USAGE = "--usage";

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
    SourceCheck.addTo(options);
    HistoryResults.addTo(options);
    options.flag("Only show what requests to models took, and what references saved.", USAGE);
  }

  @Override
  public List<String> examples() {
    return List.of("attache conversation show", "attache conversation show 20261125 --check");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    if (arguments.has(USAGE)) {
      return showUsage(conversation, place, run);
    }
    ConversationId id = conversation.id();
    Map<DeliveryPlace, ChangeCheck.Result> found =
        SourceCheck.isWanted(arguments) ? found(conversation, run) : Map.of();
    HistoryResults results = HistoryResults.isWanted(arguments) ? results(run) : null;
    boolean isLast = place.store().latest().filter(id::equals).isPresent();
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict());
        EventStream events = conversation.log().oldestFirst()) {
      var output = new HistoryOutput(result.stream(), run.options().isJson(), found, results);
      output.begin(conversation.summary(), isLast);
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        output.write(event);
      }
      output.flush();
      result.commit();
    }
    return place.sayDamage(console) ? ExitCode.FAILED : ExitCode.OK;
  }

  private static int showUsage(Conversation conversation, ConversationPlace place, Run run)
      throws IOException {
    Console console = run.console();
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict());
        EventStream events = conversation.log().oldestFirst()) {
      var output = new UsageOutput(result.stream(), run.options().isJson(), new ModelPrices(run));
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        output.add(event);
      }
      if (!output.end()) {
        console.note("no model was asked in conversation " + conversation.id());
      }
      result.commit();
    }
    return place.sayDamage(console) ? ExitCode.FAILED : ExitCode.OK;
  }

  private static HistoryResults results(Run run) throws UsageException {
    Handlers handlers = Handlers.load(run);
    return HistoryResults.of(run, handlers::renderers, HistoryOutput.INDENT);
  }

  /** What the sources are like now, by the last snapshot of each. */
  private Map<DeliveryPlace, ChangeCheck.Result> found(Conversation conversation, Run run)
      throws IOException, UsageException {
    var found = new HashMap<DeliveryPlace, ChangeCheck.Result>();
    for (ChangeCheck.Finding each : SourceCheck.findings(conversation, run)) {
      found.put(each.state().place(), each.result());
    }
    return found;
  }
}
