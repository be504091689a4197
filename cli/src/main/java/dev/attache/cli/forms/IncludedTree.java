package dev.attache.cli.forms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.WorkspacePath;
import dev.attache.delivery.form.DirectoryTree;
import dev.attache.delivery.form.PromptPart;
import dev.attache.delivery.form.ShownResource;
import dev.attache.history.TextForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** The tree of what is in a result, as the result begins with it. Not thread-safe. */
final class IncludedTree {

  private static final String TITLE = "directory tree";

  private final TextForm form;
  private final DirectoryTree tree = new DirectoryTree();

  IncludedTree(TextForm form) {
    this.form = form;
  }

  /**
   * What is of one resource in a tree.
   *
   * @param name its path, or else its URI
   */
  record Entry(String name, boolean isPath) {

    static Entry of(Snapshot snapshot) {
      String path = WorkspacePath.of(snapshot);
      return path == null
          ? new Entry(snapshot.resource().uri().redacted(), false)
          : new Entry(path, true);
    }

    /** A line that costs no less than what this adds to a tree, wherever it stands in it. */
    byte[] line() {
      return ("    " + name + "\n    \n").getBytes(UTF_8);
    }
  }

  void add(Entry entry) {
    if (entry.isPath) {
      tree.add(entry.name, "");
    } else {
      tree.addOther(entry.name);
    }
  }

  /** What stands around a tree. */
  byte[] around() throws IOException {
    return text(List.of("."));
  }

  /** The tree as it is printed; nothing if nothing is in it. */
  byte[] text() throws IOException {
    return text(tree.lines());
  }

  private byte[] text(List<String> lines) throws IOException {
    var text = new ByteArrayOutputStream();
    if (!lines.isEmpty()) {
      PromptPart part = PromptPart.of(String.join("\n", lines) + "\n");
      ShownResource.titled(TITLE, part, form).writeTo(text);
      text.write('\n');
    }
    return text.toByteArray();
  }
}
