package dev.attache.delivery.form;

import dev.attache.core.outcome.Omissions;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ResourceForm;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A prompt of what a run gives, which no conversation records: an element for each resource, on
 * lines of its own, or a section of Markdown; and at the end one that says what was asked for and
 * is not there. Written as outcomes come, so that one content is in memory at a time. Not
 * thread-safe.
 */
public final class RunPrompt {

  private final OutputStream out;
  private final TextForm form;
  private final Omissions omissions = new Omissions();

  /**
   * Begins a prompt of elements.
   *
   * @param out where it goes, in UTF-8; not closed
   */
  public RunPrompt(OutputStream out) {
    this(out, TextForm.PLAIN);
  }

  /**
   * Begins a prompt.
   *
   * @param out where it goes, in UTF-8; not closed
   * @param form how contents are shown
   */
  public RunPrompt(OutputStream out, TextForm form) {
    this.out = out;
    this.form = form;
  }

  /**
   * Takes the next outcome: writes what was read, and keeps in mind what is not there.
   *
   * @param outcome an outcome of the run, in order
   * @throws IOException if its content cannot be read, or nothing can be written
   */
  public void add(Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Resolved resolved) {
      add(resolved.snapshot(), ResourceForm.of(resolved.snapshot()));
    } else {
      omit(outcome);
    }
  }

  /**
   * Has the prompt say of an outcome that is not what it was asked for why it is not there.
   *
   * @param outcome an outcome of the run; those that were read, noted or meant to be left out are
   *     passed over
   */
  public void omit(Outcome outcome) {
    omissions.add(outcome);
  }

  /**
   * Writes a snapshot.
   *
   * @param snapshot what was read
   * @param named how it is called, and which of its forms is shown
   * @throws IOException if its content cannot be read, or nothing can be written
   */
  public void add(Snapshot snapshot, ResourceForm named) throws IOException {
    ShownResource.of(snapshot, named.in(form)).writeTo(out);
    out.write('\n');
  }

  /**
   * Has the prompt say of something that it is not there.
   *
   * @param line what and why, without a line end
   */
  public void omit(String line) {
    omissions.add(line);
  }

  /**
   * Writes what is not there, after all that is.
   *
   * @return what is not there and why, a line each
   * @throws IOException if nothing can be written
   */
  public List<String> finish() throws IOException {
    List<String> lines = omissions.lines();
    if (!lines.isEmpty()) {
      notAttached(PromptPart.lines(lines.stream().map(PromptPart::line).toList())).writeTo(out);
      out.write('\n');
    }
    return lines;
  }

  private PromptPart notAttached(PromptPart lines) throws IOException {
    return form.isMarkdown()
        ? ShownResource.titled(
            "not attached", PromptPart.lines(List.of(lines, PromptPart.of(""))), form)
        : PromptElement.named("not-attached").around(lines);
  }
}
