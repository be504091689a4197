/**
 * Keys in texts, found by their shapes.
 *
 * <p>Providers give their keys a prefix, a length and an alphabet of their own so that a leaked one
 * can be found. {@link dev.attache.core.secrets.KeyTable} is the table of them, {@link
 * dev.attache.core.secrets.KeyFinder} finds all in one pass, and says what and where, and never the
 * key itself. The entrance is {@link dev.attache.core.secrets.KeyFinder#find}.
 */
@NullMarked
package dev.attache.core.secrets;

import org.jspecify.annotations.NullMarked;
