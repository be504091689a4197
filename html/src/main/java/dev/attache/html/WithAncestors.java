package dev.attache.html;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/**
 * A condition on an element or one around it. What is known is remembered: many elements have the
 * same ones around them.
 */
final class WithAncestors implements Predicate<Element> {

  private final Predicate<Element> condition;
  private final Map<Element, Boolean> known = new HashMap<>();

  WithAncestors(Predicate<Element> condition) {
    this.condition = condition;
  }

  @Override
  public boolean test(Element element) {
    Boolean answer = known.get(element);
    if (answer == null) {
      Element parent = element.parent();
      answer = condition.test(element) || (parent != null && test(parent));
      known.put(element, answer);
    }
    return answer;
  }
}
