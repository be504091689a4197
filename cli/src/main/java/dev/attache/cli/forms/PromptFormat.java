package dev.attache.cli.forms;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.form.ResourceElement;
import java.io.IOException;
import java.io.OutputStream;

/** The form for models that are fed text: an element for each resource, on lines of its own. */
public final class PromptFormat implements Format {

  private final OutputStream out;

  public PromptFormat(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    ResourceElement.of(snapshot).writeTo(out);
    out.write('\n');
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
