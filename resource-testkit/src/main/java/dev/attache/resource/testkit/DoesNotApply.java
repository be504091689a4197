package dev.attache.resource.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A hook of {@link HandlerFixture} that has nothing to say of a handler, and why.
 *
 * <pre>
 * &#64;DoesNotApply(hook = "resourceOfProgram", because = "no program is started")
 * class NotesHandlerTest extends ResourceHandlerContract
 * </pre>
 *
 * <p>The rules that need the hook are then no part of the run, instead of being skipped in each.
 * What is declared here may not be filled as well: {@code declaresOnlyWhatDoesNotApply} would fail.
 * Declarations are inherited.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(DoesNotApply.All.class)
public @interface DoesNotApply {

  /** {@return the name of the hook, such as {@code endlessResource}} */
  String hook();

  /** {@return why there is nothing to fill it with} */
  String because();

  /** Several of them; the compiler writes it. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    /** {@return each of them, in order} */
    DoesNotApply[] value();
  }
}
