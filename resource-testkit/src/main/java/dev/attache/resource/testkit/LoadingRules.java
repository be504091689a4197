package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.spi.ResourceHandler;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules for the class of a handler: how it is found, what it owns, what it keeps. */
abstract class LoadingRules extends DeclarationRules {

  private void requireFoundByServicesFile() {
    assumeTrue(isFoundByServicesFile(), "isFoundByServicesFile() is false");
  }

  @Test
  void ownsSchemesInLowerCase() {
    assertThat(handler().schemes())
        .as("schemes() gives at least one scheme, or no URI would ever reach the handler")
        .isNotEmpty()
        .as(
            "schemes() are in lower case, as references are routed by the scheme in lower case:"
                + " return the lower-case form")
        .allMatch(
            RegisteredHandler::isScheme,
            "a letter, and then letters, digits, +, . or -, all in lower case, two at least");
  }

  @Test
  void ownsTheSameSchemesAtEveryCall() {
    ResourceHandler handler = handler();
    assertThat(handler.schemes())
        .as("schemes() is the same set at every call: return a constant")
        .isEqualTo(handler.schemes())
        .isEqualTo(handler().schemes());
  }

  @Test
  void keepsItsSchemesFromBeingChanged() {
    ResourceHandler handler = handler();
    Set<String> before = Set.copyOf(handler.schemes());
    try {
      handler.schemes().clear();
    } catch (UnsupportedOperationException e) {
      return; // as with Set.of
    }
    assertThat(handler.schemes())
        .as("schemes() cannot be changed by whoever asked for them: return Set.of(…)")
        .isEqualTo(before);
  }

  @Test
  @UnlessOverridden("isFoundByServicesFile")
  void hasAPublicConstructorWithoutParameters() {
    requireFoundByServicesFile();
    assertThatCode(() -> handler().getClass().getConstructor().newInstance())
        .as(
            "a handler is a public class with a public constructor without parameters, or it cannot"
                + " be loaded; if only an application makes it, override isFoundByServicesFile()")
        .doesNotThrowAnyException();
  }

  @Test
  @UnlessOverridden("isFoundByServicesFile")
  void isNamedInItsServicesFile() {
    requireFoundByServicesFile();
    Class<?> type = handler().getClass();
    var registry = HandlerRegistry.load(type.getClassLoader());
    assertThat(registry.handlers())
        .as(
            "META-INF/services/%s names the class in a line of its own (problems: %s); if only an"
                + " application makes it, override isFoundByServicesFile()",
            ResourceHandler.class.getName(), registry.problems())
        .anyMatch(registered -> registered.handler().getClass() == type, "is a " + type.getName());
  }

  @Test
  void keepsNoStateInFields() {
    List<String> fields = new ArrayList<>();
    for (Class<?> type = handler().getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isFinal(field.getModifiers()) && !field.isSynthetic()) {
          fields.add(type.getSimpleName() + "." + field.getName());
        }
      }
    }
    assertThat(fields)
        .as(
            "a handler has no state, as one object serves all runs and all threads: make these"
                + " fields final, and keep in HandlerContext.perRun what calls share")
        .isEmpty();
  }
}
