/**
 * The views of tools' results for people: a change as a diff, rows as a table, nested data as a
 * tree, and JSON where nothing better is known.
 *
 * <p>A {@link dev.attache.resource.tool.SemanticResult} goes through an order of {@linkplain
 * dev.attache.cli.view.DataView views}, of which the first that can show its data does. Views give
 * lines of plain text; what a terminal may be shown of them is decided in one place.
 *
 * <p>The door: {@link dev.attache.cli.view.ResultView}, and {@link
 * dev.attache.cli.view.PrintedResult} for what a program has printed, and {@link
 * dev.attache.cli.view.HistoryResults} for what is recorded.
 */
@NullMarked
package dev.attache.cli.view;

import org.jspecify.annotations.NullMarked;
