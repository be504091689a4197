package dev.attache.delivery.form;

import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files below their directories, each on a line of its own, in the order in which they came; a
 * directory with one thing in it is on the line of that. What is no file comes after them. Not
 * thread-safe.
 *
 * <pre>
 * src/main/java/
 *   App.java
 *   util/Text.java
 * README.md
 * https://example.org/spec.html
 * </pre>
 */
public final class DirectoryTree {

  private static final String INDENT = "  ";

  private final Node root = new Node("");
  private final List<String> others = new ArrayList<>();

  /** Begins with nothing in it. */
  public DirectoryTree() {}

  /** A directory with what is in it, or a file with what is said of it. */
  private static final class Node {
    private final String after;
    private final Map<String, Node> below = new LinkedHashMap<>();

    Node(String after) {
      this.after = after;
    }
  }

  /**
   * Adds a file.
   *
   * @param path a relative path with slashes; a second one of the same name is passed over
   * @param after what stands after its name
   */
  public void add(String path, String after) {
    Node at = root;
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      at = at.below.computeIfAbsent(path.substring(from, slash + 1), name -> new Node(""));
      from = slash + 1;
    }
    at.below.putIfAbsent(path.substring(from), new Node(after));
  }

  /**
   * Adds something that is no file, with what stands after its name.
   *
   * @param line the name, and what stands after it, without a line end
   */
  public void addOther(String line) {
    others.add(line);
  }

  /** {@return the lines, without what is invisible or would end them} */
  public List<String> lines() {
    var lines = new ArrayList<String>();
    root.below.forEach((name, node) -> addTo(lines, "", name, node));
    others.forEach(line -> lines.add(Sanitizer.sanitizeLine(line)));
    return lines;
  }

  private static void addTo(List<String> lines, String indent, String first, Node node) {
    var name = new StringBuilder(first);
    Node at = node;
    while (at.below.size() == 1) {
      Map.Entry<String, Node> only = at.below.entrySet().iterator().next();
      name.append(only.getKey());
      at = only.getValue();
    }
    lines.add(indent + Sanitizer.sanitizeLine(name + at.after));
    at.below.forEach((each, below) -> addTo(lines, indent + INDENT, each, below));
  }
}
