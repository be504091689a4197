package dev.attache.resource.testkit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The hooks of a contract: which it overrides, and which do not apply. */
final class Hooks {

  private final Class<?> contract;
  private final Map<String, String> inapplicable = new LinkedHashMap<>();

  private Hooks(Class<?> contract) {
    this.contract = contract;
    for (Class<?> type = contract; type != null; type = type.getSuperclass()) {
      for (DoesNotApply each : type.getDeclaredAnnotationsByType(DoesNotApply.class)) {
        inapplicable.putIfAbsent(each.hook(), each.because());
      }
    }
  }

  static Hooks of(Class<?> contract) {
    return new Hooks(contract);
  }

  /** The hooks that rules need: those that may not apply. */
  static Set<String> needed() {
    var names = new TreeSet<String>();
    for (Class<?> type = ResourceHandlerContract.class; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        Needs needs = method.getAnnotation(Needs.class);
        if (needs != null) {
          names.add(needs.value());
        }
      }
    }
    return names;
  }

  /** The hooks that are declared not to apply, each with the reason. */
  Map<String, String> inapplicable() {
    return inapplicable;
  }

  boolean isOverridden(String hook) {
    for (Class<?> type = contract;
        type != null && type != HandlerFixture.class;
        type = type.getSuperclass()) {
      if (Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> isHook(method, hook))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHook(Method method, String hook) {
    return method.getName().equals(hook)
        && Arrays.stream(HandlerFixture.class.getDeclaredMethods())
            .filter(declared -> declared.getName().equals(hook))
            .anyMatch(
                declared ->
                    Arrays.equals(declared.getParameterTypes(), method.getParameterTypes()));
  }

  /** Whether a rule applies to the handler, as far as the contract says without being run. */
  boolean letApply(Method rule) {
    Needs needs = rule.getAnnotation(Needs.class);
    UnlessOverridden unless = rule.getAnnotation(UnlessOverridden.class);
    return (needs == null || !inapplicable.containsKey(needs.value()))
        && (unless == null || !isOverridden(unless.value()));
  }
}
