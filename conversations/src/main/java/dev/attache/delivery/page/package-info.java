/**
 * The pages by which a model reads a long text: {@link dev.attache.delivery.page.WantedLines} is
 * the range that it asks for, {@link dev.attache.delivery.page.PageLimit} the most that it gets at
 * once, and {@link dev.attache.delivery.page.PagedText} the text.
 *
 * <p>The door: all of it.
 */
@NullMarked
package dev.attache.delivery.page;

import org.jspecify.annotations.NullMarked;
