package dev.attache.types;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@link TypeRules} of the class path, of which the first that knows a type decides. Whatever
 * goes wrong in one of them leaves a content to the others, and to Attaché. Thread-safe.
 */
final class LoadedRules {

  private final Iterable<TypeRules> rules;
  private volatile @Nullable String problem;

  private LoadedRules(Iterable<TypeRules> rules) {
    this.rules = rules;
  }

  static LoadedRules of(Iterable<TypeRules> rules) {
    return new LoadedRules(rules);
  }

  /** Finds those that a class loader sees. */
  static LoadedRules find(ClassLoader loader) {
    var found = new ArrayList<TypeRules>();
    String problem = null;
    Iterator<TypeRules> providers = ServiceLoader.load(TypeRules.class, loader).iterator();
    for (boolean isOver = false; !isOver; ) {
      try {
        isOver = !providers.hasNext();
        if (!isOver) {
          found.add(providers.next());
        }
      } catch (ServiceConfigurationError e) {
        problem = "rules for types cannot be used: " + e.getMessage();
      }
    }
    var loaded = new LoadedRules(found);
    loaded.problem = problem;
    return loaded;
  }

  @Nullable String typeOf(@Nullable String fileName, byte[] prefix, int length) {
    for (TypeRules each : rules) {
      String type = guarded(() -> each.typeOf(fileName, prefix, length));
      if (type != null && MimeType.parseHeader(type).isPresent()) {
        return type;
      }
    }
    return null;
  }

  /** Whether none of them ever knows a type. */
  boolean areEmpty() {
    for (TypeRules each : rules) {
      if (!Boolean.TRUE.equals(guarded(each::isEmpty))) {
        return false;
      }
    }
    return true;
  }

  /** What cannot be used, for people; null if all can. */
  @Nullable String problem() {
    String own = problem;
    if (own != null) {
      return own;
    }
    for (TypeRules each : rules) {
      String why = guarded(each::problem);
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  private <T> @Nullable T guarded(Supplier<@Nullable T> question) {
    try {
      return question.get();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      problem = "rules for types failed: " + e;
      return null;
    }
  }
}
