/**
 * The form in which models that are fed text get things: elements between tags that nothing inside
 * can end, and lines in which nothing is invisible.
 */
@NullMarked
package dev.attache.core.prompt;

import org.jspecify.annotations.NullMarked;
