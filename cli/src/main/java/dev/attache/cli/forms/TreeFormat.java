package dev.attache.cli.forms;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.TextForm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The form for models with a tree of what is in it before all else. What follows waits in a
 * temporary file, because only the end tells what there is. Not thread-safe.
 */
public final class TreeFormat implements Format {

  private static final int BUFFER_SIZE = 64 << 10;

  private final OutputStream out;
  private final Path spool;
  private final OutputStream later;
  private final PromptFormat format;
  private final IncludedTree tree;

  public TreeFormat(OutputStream out, TextForm form) throws IOException {
    this.out = out;
    tree = new IncludedTree(form);
    spool = Files.createTempFile("attache-", ".tree");
    spool.toFile().deleteOnExit();
    later = new BufferedOutputStream(Files.newOutputStream(spool), BUFFER_SIZE);
    format = new PromptFormat(later, form);
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    tree.add(IncludedTree.Entry.of(snapshot));
    format.write(snapshot);
  }

  @Override
  public void omit(Outcome outcome) {
    format.omit(outcome);
  }

  @Override
  public void omit(String line) {
    format.omit(line);
  }

  @Override
  public void finish() throws IOException {
    format.finish();
    later.close();
    out.write(tree.text());
    try (InputStream in = Files.newInputStream(spool)) {
      in.transferTo(out);
    } finally {
      Files.deleteIfExists(spool);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
