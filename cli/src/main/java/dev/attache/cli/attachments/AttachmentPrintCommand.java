package dev.attache.cli.attachments;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.forms.Format;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.forms.TableFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.OutputOption;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachedMatch;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code attache attachment print}: prints what is attached as it was attached: one snapshot byte
 * for byte, or several in the form for models.
 */
final class AttachmentPrintCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(0, "[REF]", words, "URI, path or reference of an attachment (default: all).");
    ConversationChoice.addTo(options);
    FormChoice.addWithTableTo(options);
    OutputOption.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache attachment print src/Main.java", "attache attachment print -o context.txt");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    String output = OutputOption.file(arguments);
    FormChoice form = FormChoice.of(arguments, run.options().isJson(), true);
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    List<AttachmentState> all = conversation.log().attachments();
    place.sayDamage(console);
    List<AttachmentState> wanted = words.isEmpty() ? all : AttachedMatch.find(all, words.get(0));
    if (wanted.isEmpty()) {
      console.error(
          words.isEmpty()
              ? "nothing is attached to " + conversation.id()
              : words.get(0)
                  + " is not attached to "
                  + conversation.id()
                  + "; `attache attachment ls` lists what is");
      return ExitCode.FAILED;
    }
    boolean isOne = wanted.size() == 1 && !words.isEmpty() && form.equals(FormChoice.NONE);
    ResourceContent only = wanted.get(0).attachment().snapshot().resource().content();
    if (isOne && output == null && run.streams().outIsTerminal() && !only.isText()) {
      console.error(words.get(0) + ": is not text; write it to a file with --output FILE");
      return ExitCode.FAILED;
    }
    try (ResultOutput result = OutputOption.open(output, run.streams(), run.options().isStrict())) {
      if (isOne) {
        try (InputStream in = only.open()) {
          in.transferTo(result.stream());
        }
      } else {
        write(wanted, form, conversation, result.stream(), console);
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  private static void write(
      List<AttachmentState> wanted,
      FormChoice form,
      Conversation conversation,
      OutputStream out,
      Console console)
      throws IOException {
    if (form.isJson() || form.isTable()) {
      Format format = form.isJson() ? new JsonFormat(out, true) : new TableFormat(out, console);
      for (AttachmentState each : wanted) {
        format.write(whole(each.attachment()));
      }
      format.flush();
      return;
    }
    var format = new PromptFormat(out, form.text(conversation.text(conversation.summary())));
    for (AttachmentState each : wanted) {
      format.write(whole(each.attachment()), each.attachment().form());
    }
    format.flush();
  }

  /** The snapshot with the form that was made of it for models. */
  private static Snapshot whole(Attachment attachment) throws IOException {
    Snapshot snapshot = attachment.snapshot();
    ResourceContent formatted = attachment.formatted();
    if (formatted == null) {
      return snapshot;
    }
    try (InputStream in = formatted.open()) {
      return new Snapshot(
          snapshot.resource().toBuilder()
              .formatted(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              .build(),
          snapshot.address(),
          snapshot.source(),
          snapshot.capturedAt(),
          snapshot.type(),
          snapshot.notes());
    }
  }
}
