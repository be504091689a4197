package dev.attache.cli.resolve;

import dev.attache.cli.forms.Columns;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a plan skips, by reason: how many, and where the first of them are. Not thread-safe. */
final class SkippedGroups {

  /** So many places are named where the width of a line does not matter. */
  private static final int PLACES = 5;

  private static final String MORE = ", …";

  private final Map<SkipReason, Group> groups = new EnumMap<>(SkipReason.class);

  /** The items of one reason: by directory, and by name where a directory has only one. */
  private static final class Group {
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private int items;
    private boolean isRest;

    void add(String name) {
      items++;
      int slash = name.lastIndexOf('/', name.length() - 2);
      String place = slash < 0 || isAddress(name) ? name : name.substring(0, slash + 1);
      counts.merge(place, 1, Integer::sum);
      names.putIfAbsent(place, name);
    }

    private static boolean isAddress(String name) {
      return name.contains("://");
    }

    /** The places, those with most items first. */
    List<String> places() {
      return counts.entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
          .map(each -> place(each.getKey(), each.getValue()))
          .toList();
    }

    private String place(String place, int count) {
      return count == 1 ? names.getOrDefault(place, place) : place + " (" + count + ")";
    }
  }

  /**
   * @param isRest whether others of this reason have been shown already
   */
  void add(Outcome.Skipped skipped, boolean isRest) {
    Group group = groups.computeIfAbsent(skipped.reason(), reason -> new Group());
    group.isRest = isRest;
    group.add(Sanitizer.sanitizeLine(name(skipped.candidate())));
  }

  /** What names it in a reference: the path of a file, or else the URI. */
  static String name(Candidate candidate) {
    return candidate.uri().scheme().equals("file")
        ? Redaction.redactAllIn(candidate.label())
        : candidate.uri().redacted();
  }

  /**
   * Returns a line for each reason: {@code skip 12 ignored: target, src/gen/ (10), …}.
   *
   * @param width how many characters fit into a line; 0 if that does not matter
   * @param remedy what the last line ends with
   */
  List<String> lines(int width, String remedy) {
    var lines = new ArrayList<String>();
    int digits =
        groups.values().stream()
            .mapToInt(each -> Integer.toString(each.items).length())
            .max()
            .orElse(0);
    groups.forEach(
        (reason, group) -> {
          String end = lines.size() == groups.size() - 1 ? remedy : "";
          String count = Integer.toString(group.items);
          String start =
              "skip    "
                  + Columns.right(count, digits)
                  + (group.isRest ? " more " : " ")
                  + reason
                  + ": ";
          lines.add(
              start + cut(group.places(), width - start.length() - end.length(), width) + end);
        });
    return lines;
  }

  /** Returns as many places as there is room for, and at least one. */
  private static String cut(List<String> places, int room, int width) {
    var text = new StringBuilder(places.get(0));
    for (int i = 1; i < places.size(); i++) {
      boolean isLast = i == places.size() - 1;
      int length = text.length() + 2 + places.get(i).length() + (isLast ? 0 : MORE.length());
      if (width > 0 ? length > room : i >= PLACES) {
        return text + MORE;
      }
      text.append(", ").append(places.get(i));
    }
    return text.toString();
  }
}
