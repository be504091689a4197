package dev.attache.cli.run;

import dev.attache.core.outcome.Conversions;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The resources of which a prompt has nothing but their name, type and size, because they are no
 * text. Documents come first: of them one would have expected more. Not thread-safe.
 */
final class NamedOnly {

  private static final int MOST_NAMES = 3;

  /** Made when the first is no text. */
  private static final class DocumentTypes {
    private static final Pattern PATTERN =
        Pattern.compile(
            "application/(?:pdf|postscript|rtf|msword|epub\\+zip|x-mobipocket-ebook|x-hwp.*"
                + "|vnd\\.(?:ms-(?:excel|powerpoint|word|visio|outlook|works|project).*"
                + "|openxmlformats-officedocument\\..*|oasis\\.opendocument\\..*|visio.*"
                + "|apple\\.(?:pages|numbers|keynote).*))"
                + "|application/x-tika-(?:msoffice|ooxml).*|image/vnd\\.djvu");
  }

  private final List<String> documents = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  void add(Snapshot snapshot) {
    Resource resource = snapshot.resource();
    if (!resource.content().isText() && resource.formatted() == null) {
      String type = resource.mimeType();
      boolean isDocument = type != null && DocumentTypes.PATTERN.matcher(type).matches();
      String problem = Conversions.problem(snapshot.notes());
      String named = resource.label() + (problem == null ? "" : " (" + problem + ")");
      (isDocument ? documents : others).add(named);
    }
  }

  /**
   * Returns what to say of them, and begins anew: {@code 3 documents are only named, not read: …}.
   */
  @Nullable String take() {
    var all = new ArrayList<>(documents);
    all.addAll(others);
    if (all.isEmpty()) {
      return null;
    }
    String line = count(all.size()) + " only named, not read: " + names(all);
    documents.clear();
    others.clear();
    return line;
  }

  private String count(int count) {
    String kind = others.isEmpty() ? "document" : "file";
    return count == 1 ? "1 " + kind + " is" : count + " " + kind + "s are";
  }

  private static String names(List<String> all) {
    int more = all.size() - MOST_NAMES;
    return more > 0
        ? String.join(", ", all.subList(0, MOST_NAMES)) + " and " + more + " more"
        : String.join(", ", all);
  }
}
