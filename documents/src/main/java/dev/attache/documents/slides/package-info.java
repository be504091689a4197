/**
 * Presentations of PowerPoint.
 *
 * <p>{@link dev.attache.documents.slides.SlideConverter} tells by the first bytes which form a
 * presentation has; its slides are marked and follow one another, each with its notes.
 */
@NullMarked
package dev.attache.documents.slides;

import org.jspecify.annotations.NullMarked;
