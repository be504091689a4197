package dev.attache.cli.forms;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.form.RunPrompt;
import dev.attache.history.ResourceForm;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.io.OutputStream;

/** The form for models that are fed text. */
public final class PromptFormat implements Format {

  private final OutputStream out;
  private final RunPrompt prompt;

  public PromptFormat(OutputStream out) {
    this(out, TextForm.PLAIN);
  }

  public PromptFormat(OutputStream out, TextForm form) {
    this.out = out;
    this.prompt = new RunPrompt(out, form);
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    write(snapshot, ResourceForm.of(snapshot));
  }

  /** Writes a snapshot with the names that it has elsewhere. */
  public void write(Snapshot snapshot, ResourceForm named) throws IOException {
    prompt.add(snapshot, named);
  }

  @Override
  public void omit(Outcome outcome) {
    prompt.omit(outcome);
  }

  @Override
  public void omit(String line) {
    prompt.omit(line);
  }

  @Override
  public void finish() throws IOException {
    prompt.finish();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
