package dev.attache.cli.forms;

import dev.attache.core.outcome.Omissions;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.form.PromptElement;
import dev.attache.delivery.form.PromptPart;
import dev.attache.delivery.form.ResourceElement;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The form for models that are fed text: an element for each resource, on lines of its own, and at
 * the end one that says what was asked for and is not there.
 */
public final class PromptFormat implements Format {

  private final OutputStream out;
  private final Omissions omissions = new Omissions();

  public PromptFormat(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    ResourceElement.of(snapshot).writeTo(out);
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
      PromptElement.named("not-attached").around(PromptPart.lines(lines)).writeTo(out);
      out.write('\n');
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
