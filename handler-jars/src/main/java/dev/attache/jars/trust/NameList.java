package dev.attache.jars.trust;

import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/** A line of names, of which a stranger may have any number, and of any length. */
public final class NameList {

  private static final int MAX_SHOWN = 10;
  private static final int MAX_LENGTH = 200;

  private NameList() {}

  /**
   * {@return the first ten, and how many more there are}
   *
   * @param names any words; they are cut short and made fit for a line
   */
  public static String first(List<String> names) {
    return line(names, "");
  }

  /**
   * {@return the same of schemes, as they begin a reference}
   *
   * @param schemes the schemes without their colons
   */
  public static String schemes(List<String> schemes) {
    return line(schemes, ":");
  }

  private static String line(List<String> names, String end) {
    var shown = new ArrayList<String>();
    for (String name : names.subList(0, Math.min(names.size(), MAX_SHOWN))) {
      shown.add(OneLine.fit(name, MAX_LENGTH) + end);
    }
    int more = names.size() - MAX_SHOWN;
    return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
  }
}
