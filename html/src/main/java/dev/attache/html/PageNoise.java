package dev.attache.html;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * The parts of a page that are not content: things that people do not see, and the furniture around
 * it. For one page, whose tree stays as it is.
 */
final class PageNoise {

  private static final Set<String> NEVER_TEXT =
      Set.of(
          "head",
          "script",
          "style",
          "template",
          "noscript",
          "svg",
          "canvas",
          "iframe",
          "frame",
          "object",
          "embed",
          "audio",
          "video",
          "map",
          "datalist",
          "input",
          "select",
          "textarea",
          "progress",
          "meter",
          "rp",
          "title",
          "meta",
          "link",
          "base",
          "param",
          "source",
          "track");

  private static final Set<String> FURNITURE = Set.of("nav", "aside", "button", "label", "menu");

  private static final Set<String> CONTENT = Set.of("article", "main");

  /** In those, a header or footer is not that of the page. */
  private static final Set<String> SECTIONS =
      Set.of("article", "main", "blockquote", "section", "td", "li");

  private static final Set<String> FURNITURE_ROLES =
      Set.of(
          "navigation",
          "banner",
          "contentinfo",
          "complementary",
          "search",
          "dialog",
          "alertdialog",
          "menu",
          "menubar",
          "toolbar",
          "tablist");

  private static final Pattern HIDING =
      Pattern.compile(
          "(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|(?:opacity|font-size):0*\\.?0+(?:%|[a-z]+)?)"
              + "(?:!important)?(?:;|$)");

  private static final Pattern CONSENT =
      Pattern.compile(
          "(?:^|[\\s_-])(?:cookie|consent|gdpr)s?[_-]?(?:banner|bar|notice|consent|popup|dialog|overlay)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REMARK =
      Pattern.compile(
          "(?:^|[\\s_-])(?:note|tip|hint|info|important|warning|caution|danger|admonition|callout|alert)",
          Pattern.CASE_INSENSITIVE);

  private final WithAncestors content =
      new WithAncestors(element -> CONTENT.contains(element.normalName()) || isMain(element));
  private final WithAncestors sections =
      new WithAncestors(element -> SECTIONS.contains(element.normalName()) || isMain(element));

  /** Whether an element is left out of the main content. */
  boolean isNoise(Element element) {
    return isInvisible(element) || isFurniture(element);
  }

  /** Whether a heading in an element is not that of the page. */
  boolean hasNoHeading(Element element) {
    return isInvisible(element)
        || (isFurniture(element)
            && !element.normalName().equals("header")
            && !element.attr("role").equals("banner"));
  }

  /** Whether people do not see an element, or see no text in it. */
  static boolean isInvisible(Element element) {
    String name = element.normalName();
    if (NEVER_TEXT.contains(name)) {
      return !(name.equals("input") && isTask(element));
    }
    return (element.hasAttr("hidden") && !element.attr("hidden").equalsIgnoreCase("until-found"))
        || element.attr("aria-hidden").equalsIgnoreCase("true")
        || (name.equals("dialog") && !element.hasAttr("open"))
        || isHiding(element.attr("style"));
  }

  /** Whether an element is no part of the main content, though people see it. */
  boolean isFurniture(Element element) {
    String name = element.normalName();
    if (FURNITURE.contains(name)) {
      return !isRemark(element) && !(name.equals("label") && isTaskLabel(element));
    }
    if (name.equals("header") || name.equals("footer")) {
      return !sections.test(element);
    }
    String role = element.attr("role");
    return FURNITURE_ROLES.contains(role.strip().toLowerCase(Locale.ROOT))
        || CONSENT.matcher(element.id()).find()
        || CONSENT.matcher(element.className()).find();
  }

  /** Whether an input is the box of an entry in a list of tasks. */
  static boolean isTask(Element input) {
    return input.attr("type").equalsIgnoreCase("checkbox") && isInEntry(input);
  }

  private static boolean isTaskLabel(Element label) {
    return isInEntry(label) && label.selectFirst("input[type=checkbox]") != null;
  }

  private boolean isRemark(Element element) {
    return element.normalName().equals("aside")
        && (REMARK.matcher(element.className()).find() || element.attr("role").equals("note"))
        && content.test(element);
  }

  private static boolean isInEntry(Element element) {
    Element at = element;
    while (at != null && !at.nameIs("li")) {
      at = at.parent();
    }
    return at != null;
  }

  private static boolean isMain(Element element) {
    return element.attr("role").strip().equalsIgnoreCase("main");
  }

  private static boolean isHiding(String style) {
    return !style.isEmpty() && HIDING.matcher(compact(style).toLowerCase(Locale.ROOT)).find();
  }

  /** The style without its comments and white space. */
  private static String compact(String style) {
    var compact = new StringBuilder(style.length());
    for (int at = 0; at < style.length(); at++) {
      if (style.startsWith("/*", at)) {
        int end = style.indexOf("*/", at + 2);
        if (end < 0) {
          break;
        }
        at = end + 1;
      } else if (!PageText.isSpace(style.charAt(at))) {
        compact.append(style.charAt(at));
      }
    }
    return compact.toString();
  }
}
