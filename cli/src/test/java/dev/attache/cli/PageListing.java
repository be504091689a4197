package dev.attache.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A listing of a page in Markdown: what stands between two fences.
 *
 * @param language the word behind the first fence; empty if there is none
 * @param file what the line above names in backticks at its end, before a colon: the file that is
 *     listed; empty if it names none
 * @param above that line
 * @param lines what is listed
 */
public record PageListing(String language, String file, String above, List<String> lines) {

  private static final String FENCE = "```";
  private static final Pattern FILE = Pattern.compile("(?:.* )?`([^` ]+)`:");

  /** The listings of a page, in order. */
  public static List<PageListing> of(String page) {
    var listings = new ArrayList<PageListing>();
    var lines = new ArrayList<String>();
    String above = "";
    String language = null;
    for (String line : page.lines().toList()) {
      if (!line.startsWith(FENCE)) {
        if (language != null) {
          lines.add(line);
        } else if (!line.isBlank()) {
          above = line;
        }
      } else if (language == null) {
        language = line.substring(FENCE.length());
        lines.clear();
      } else {
        Matcher file = FILE.matcher(above);
        String name = file.matches() ? file.group(1) : "";
        listings.add(new PageListing(language, name, above, List.copyOf(lines)));
        language = null;
        above = "";
      }
    }
    return listings;
  }

  /** The section of a page below a heading, up to the next heading of its level. */
  public static String section(String page, String heading) {
    int start = page.indexOf("\n" + heading + "\n");
    if (start < 0) {
      throw new AssertionError("no section " + heading);
    }
    String level = heading.substring(0, heading.indexOf(' ') + 1);
    int end = page.indexOf("\n" + level, start + heading.length() + 1);
    return page.substring(start, end < 0 ? page.length() : end + 1);
  }

  public String text() {
    return String.join("\n", lines) + "\n";
  }
}
