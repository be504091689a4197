package dev.attache.cli.forms;

import dev.attache.core.outcome.Omissions;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.form.PromptElement;
import dev.attache.delivery.form.PromptPart;
import dev.attache.delivery.form.ShownResource;
import dev.attache.history.ResourceForm;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The form for models that are fed text: an element for each resource, on lines of its own, or a
 * section of Markdown; and at the end one that says what was asked for and is not there.
 */
public final class PromptFormat implements Format {

  private final OutputStream out;
  private final TextForm form;
  private final Omissions omissions = new Omissions();

  public PromptFormat(OutputStream out) {
    this(out, TextForm.PLAIN);
  }

  public PromptFormat(OutputStream out, TextForm form) {
    this.out = out;
    this.form = form;
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    write(snapshot, ResourceForm.of(snapshot));
  }

  /** Writes a snapshot with the names that it has elsewhere. */
  public void write(Snapshot snapshot, ResourceForm named) throws IOException {
    ShownResource.of(snapshot, named.in(form)).writeTo(out);
    out.write('\n');
  }

  @Override
  public void omit(Outcome outcome) {
    omissions.add(outcome);
  }

  @Override
  public void omit(String line) {
    omissions.add(line);
  }

  @Override
  public void finish() throws IOException {
    if (!omissions.isEmpty()) {
      List<PromptPart> lines =
          omissions.lines().stream().map(line -> PromptPart.line(line)).toList();
      notAttached(PromptPart.lines(lines)).writeTo(out);
      out.write('\n');
    }
  }

  private PromptPart notAttached(PromptPart lines) throws IOException {
    return form.isMarkdown()
        ? ShownResource.titled(
            "not attached", PromptPart.lines(List.of(lines, PromptPart.of(""))), form)
        : PromptElement.named("not-attached").around(lines);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
