package dev.attache.resource.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The hook that is overridden just to say that a rule does not apply. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface UnlessOverridden {
  String value();
}
