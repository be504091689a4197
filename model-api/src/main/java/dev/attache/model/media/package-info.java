/**
 * What is looked at of images and documents before they are sent, so that no provider refuses a
 * request because of them: {@link dev.attache.model.media.ImageCheck} and {@link
 * dev.attache.model.media.PdfCheck}.
 */
@NullMarked
package dev.attache.model.media;

import org.jspecify.annotations.NullMarked;
