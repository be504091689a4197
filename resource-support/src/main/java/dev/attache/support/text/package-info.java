/**
 * Text for people and models: nothing in it is invisible, and none of its characters is half.
 *
 * <p>A foreign text goes through {@link dev.attache.support.text.Sanitizer}, which shows control
 * characters and what turns text around as escapes; {@link dev.attache.support.text.WellFormed}
 * replaces halves of surrogate pairs.
 */
@NullMarked
package dev.attache.support.text;

import org.jspecify.annotations.NullMarked;
