package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/** The rules for the contract itself: nothing that could be tested is taken out of the run. */
abstract class DeclarationRules extends HandlerCalls {

  @Test
  void declaresOnlyWhatDoesNotApply() {
    Hooks hooks = Hooks.of(getClass());
    hooks.inapplicable().forEach((hook, reason) -> requireInapplicable(hooks, hook, reason));
    requireOtherThan(true, isFoundByServicesFile(), "isFoundByServicesFile", hooks);
    requireOtherThan(false, changesBetweenReads(), "changesBetweenReads", hooks);
  }

  private static void requireInapplicable(Hooks hooks, String hook, String reason) {
    if (!Hooks.needed().contains(hook)) {
      fail(
          "[@DoesNotApply names a hook that rules need, without its parentheses: \"%s\" is none]"
              + " they are %s",
          hook, Hooks.needed());
    }
    if (reason.isBlank()) {
      fail("[@DoesNotApply(hook = \"%s\") says why, and because is blank]", hook);
    }
    if (hooks.isOverridden(hook)) {
      fail(
          "[@DoesNotApply(hook = \"%1$s\") is for a hook that is not filled, and %1$s() is"
              + " overridden: take away the one or the other]",
          hook);
    }
  }

  private static void requireOtherThan(boolean byDefault, boolean said, String hook, Hooks hooks) {
    if (said == byDefault && hooks.isOverridden(hook)) {
      fail(
          "[%s() takes rules out of the run by being overridden, and says %s, as it does by"
              + " default: take it away]",
          hook, said);
    }
  }
}
