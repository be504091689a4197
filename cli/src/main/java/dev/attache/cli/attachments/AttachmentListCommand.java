package dev.attache.cli.attachments;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.SourceCheck;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnReferences;
import dev.attache.conversation.tools.AttachedResources;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration.Refresh;
import dev.attache.resource.secrets.ShellWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache attachment ls}: lists what is attached to a conversation, then what the next turn
 * will attach.
 */
final class AttachmentListCommand implements Command {

  @Override
  public void addTo(Options options) {
    ConversationChoice.addTo(options);
    SourceCheck.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of("attache attachment ls", "attache attachment ls --check");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean checks = SourceCheck.isWanted(arguments);
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      Map<String, String> policies = policies(conversation);
      var output =
          AttachmentOutput.of(
              result.stream(),
              run.options().isJson(),
              new AttachmentOutput.Columns(checks, !policies.isEmpty()));
      AttachedResources attached = SourceCheck.attached(conversation, run);
      List<AttachmentOutput.Row> rows = rows(conversation, attached, checks, policies, run);
      for (AttachmentOutput.Row row : rows) {
        output.attached(row);
      }
      for (Declared each : conversation.summary().declarations()) {
        if (each.isPending()) {
          String reference = each.declaration().reference();
          output.pending(reference, policies.get(reference));
        }
      }
      output.flush();
      result.commit();
      place.sayDamage(console);
      Path workspace = Path.of(arguments.value("--workspace", "."));
      sayWhatLedNowhere(conversation, attached, workspace, run);
      int removed = conversation.log().attachments().size() - rows.size();
      if (removed > 0) {
        console.note(
            removed + " more came from attachments that were removed; the history keeps them");
      }
    }
    return ExitCode.OK;
  }

  /** Says of what declarations nothing is listed, not even as pending. */
  private static void sayWhatLedNowhere(
      Conversation conversation, AttachedResources attached, Path workspace, Run run)
      throws IOException, UsageException {
    var fruitful = new HashSet<String>();
    for (AttachmentState each : conversation.log().attachments()) {
      fruitful.add(each.attachment().reference());
      fruitful.add(attached.reference(each)); // of what covers it, where that was removed
    }
    var fruitless = new ArrayList<String>();
    for (Declared each : conversation.summary().declarations()) {
      String reference = each.declaration().reference();
      if (!each.isPending()
          && !fruitful.contains(reference)
          && !TurnReferences.reference(each.declaration(), workspace).exclusion()) {
        fruitless.add(reference);
      }
    }
    if (!fruitless.isEmpty()) { // unless it is another spelling of what is listed
      fruitless.removeAll(SourceCheck.leading(attached, run));
    }
    for (String reference : fruitless) {
      run.console()
          .note(
              reference
                  + " is to be attached, but nothing listed came from it; to remove it: attache"
                  + " attachment rm "
                  + ShellWords.join(List.of(reference)));
    }
  }

  /** The policies that declarations have for themselves, by reference. */
  private static Map<String, String> policies(Conversation conversation) throws IOException {
    var policies = new HashMap<String, String>();
    for (Declared each : conversation.summary().declarations()) {
      Refresh refresh = each.declaration().refresh();
      if (refresh != null) {
        policies.put(each.declaration().reference(), refresh.word());
      }
    }
    return policies;
  }

  private static List<AttachmentOutput.Row> rows(
      Conversation conversation,
      AttachedResources attached,
      boolean checks,
      Map<String, String> policies,
      Run run)
      throws IOException, UsageException {
    var rows = new ArrayList<AttachmentOutput.Row>();
    if (!checks) {
      for (AttachmentState each : attached.declared()) {
        rows.add(new AttachmentOutput.Row(each, null, policy(each, policies)));
      }
      return rows;
    }
    for (ChangeCheck.Finding each : SourceCheck.findings(conversation, run)) {
      rows.add(new AttachmentOutput.Row(each.state(), each, policy(each.state(), policies)));
    }
    return rows;
  }

  private static @Nullable String policy(AttachmentState state, Map<String, String> policies) {
    return policies.get(state.attachment().reference());
  }
}
