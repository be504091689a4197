package dev.attache.types;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@link TypeRules} of the class path, of which the first that knows a type decides. Whatever
 * goes wrong in one of them leaves a content to the others, and to Attaché. Thread-safe.
 */
final class LoadedRules {

  private final @Nullable ClassLoader loader;
  private volatile @Nullable List<TypeRules> found;
  private volatile @Nullable String problem;

  private LoadedRules(@Nullable ClassLoader loader, @Nullable List<TypeRules> rules) {
    this.loader = loader;
    found = rules;
  }

  static LoadedRules of(List<TypeRules> rules) {
    return new LoadedRules(null, List.copyOf(rules));
  }

  /** Those that a class loader sees, found when they are asked something. */
  static LoadedRules of(ClassLoader loader) {
    return new LoadedRules(loader, null);
  }

  private List<TypeRules> rules() {
    List<TypeRules> known = found;
    return known == null ? find() : known;
  }

  private synchronized List<TypeRules> find() {
    List<TypeRules> known = found;
    if (known != null) {
      return known;
    }
    var rules = new ArrayList<TypeRules>();
    Iterator<TypeRules> providers = ServiceLoader.load(TypeRules.class, loader).iterator();
    for (boolean isOver = false; !isOver; ) {
      try {
        isOver = !providers.hasNext();
        if (!isOver) {
          rules.add(providers.next());
        }
      } catch (ServiceConfigurationError e) {
        problem = "rules for types cannot be used: " + e.getMessage();
      }
    }
    found = rules;
    return rules;
  }

  @Nullable String typeOf(@Nullable String fileName, byte[] prefix, int length) {
    for (TypeRules each : rules()) {
      String type = guarded(() -> each.typeOf(fileName, prefix, length));
      if (type != null && MimeType.parseHeader(type).isPresent()) {
        return type;
      }
    }
    return null;
  }

  /** Whether none of them ever knows a type. */
  boolean areEmpty() {
    for (TypeRules each : rules()) {
      if (!Boolean.TRUE.equals(guarded(each::isEmpty))) {
        return false;
      }
    }
    return true;
  }

  /** What cannot be used, for people; null if all can. */
  @Nullable String problem() {
    List<TypeRules> all = rules();
    String own = problem;
    if (own != null) {
      return own;
    }
    for (TypeRules each : all) {
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
