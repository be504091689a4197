package dev.attache.html;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** The language of a block of code, as highlighters mark it on a page. */
final class CodeLanguage {

  private static final String NAME = "([\\p{Alnum}+#._-]{1,30})";

  private static final List<Pattern> MARKS =
      List.of(
          Pattern.compile("(?:^|\\s)lang(?:uage)?-" + NAME + "(?=\\s|$)"),
          Pattern.compile("(?:^|\\s)highlight-(?:source|text)-" + NAME + "(?=\\s|$)"),
          Pattern.compile("(?:^|\\s)highlight-" + NAME + "(?=\\s|$)"),
          Pattern.compile("(?:^|\\s)brush:\\s*" + NAME + "(?=[\\s;]|$)"),
          Pattern.compile("(?:^|\\s)(?:sourceCode|hljs|src)\\s+(?:src-)?" + NAME + "(?=\\s|$)"));

  private static final Pattern NONE =
      Pattern.compile(
          "none|default|plain|plaintext|text|txt|nohighlight|no-highlight|undefined|highlight");

  private CodeLanguage() {}

  /** The name in lower case, or nothing. */
  static String of(Element pre) {
    Element code = pre.selectFirst("> code, > tt, code[class], code[data-lang]");
    Element parent = pre.parent();
    Element outer = parent == null ? null : parent.parent();
    for (Element element : new Element[] {code, pre, parent, outer}) {
      String name = element == null ? "" : named(element);
      if (!name.isEmpty()) {
        return NONE.matcher(name).matches() ? "" : name;
      }
    }
    return "";
  }

  private static String named(Element element) {
    for (String attribute : List.of("data-lang", "data-language")) {
      if (element.attr(attribute).matches(NAME)) {
        return element.attr(attribute).toLowerCase(Locale.ROOT);
      }
    }
    for (Pattern mark : MARKS) {
      Matcher matcher = mark.matcher(element.className());
      if (matcher.find()) {
        return matcher.group(1).toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }
}
