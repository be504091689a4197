/**
 * Tika's database as tables: which names, which first bytes and which root elements belong to which
 * type.
 *
 * <p>The build writes the tables ({@link dev.attache.types.tables.TypeTablesGenerator}); a {@link
 * dev.attache.types.tables.SortedTable} looks a key up in one, without reading it into objects.
 * {@link dev.attache.types.tables.NameTypes} asks by name, {@link
 * dev.attache.types.tables.ContentTypes} by content, {@link dev.attache.types.tables.TypeTree} for
 * what a type is a special case of.
 */
@NullMarked
package dev.attache.types.tables;

import org.jspecify.annotations.NullMarked;
