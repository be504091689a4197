package dev.attache.resource.testkit;

import java.lang.reflect.Method;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * The rules that apply to a handler, of all that {@link ResourceHandlerContract} has: JUnit finds
 * this filter by itself. It leaves all other tests as they are.
 *
 * <p>A rule that does not apply, as {@link DoesNotApply} says, would otherwise be one more skipped
 * test in every run, among which nobody would see the one that matters.
 */
public final class ApplicableRules implements PostDiscoveryFilter {

  /** A filter, for JUnit. */
  public ApplicableRules() {}

  @Override
  public FilterResult apply(TestDescriptor test) {
    return FilterResult.includedIf(
        test.getSource()
            .filter(MethodSource.class::isInstance)
            .map(MethodSource.class::cast)
            .map(ApplicableRules::applies)
            .orElse(true),
        () -> "a test of what applies",
        () -> "a rule that does not apply to the handler");
  }

  private static boolean applies(MethodSource source) {
    Class<?> contract = source.getJavaClass();
    Method rule = source.getJavaMethod();
    return !HandlerFixture.class.isAssignableFrom(contract) || Hooks.of(contract).letApply(rule);
  }
}
