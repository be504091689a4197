/**
 * OpenDocument, whose three kinds share their text, lists and tables.
 *
 * <p>{@link dev.attache.documents.opendocument.OpenDocumentConverter} reads the styles first, and
 * then the content, from its beginning to its end.
 */
@NullMarked
package dev.attache.documents.opendocument;

import org.jspecify.annotations.NullMarked;
