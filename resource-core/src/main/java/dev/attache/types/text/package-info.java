/**
 * Text or bytes, and the charset of a text.
 *
 * <p>The first bytes go through {@link dev.attache.types.text.TextDecoder}: a byte order mark, else
 * what is declared ({@link dev.attache.types.text.DeclaredCharset}), else UTF-8 if it is that
 * ({@link dev.attache.types.text.Utf8Scan}), else windows-1252. A {@link
 * dev.attache.types.text.TextReading} says what was found, under the name of WHATWG's Encoding
 * Standard ({@link dev.attache.types.text.TextEncoding}).
 */
@NullMarked
package dev.attache.types.text;

import org.jspecify.annotations.NullMarked;
