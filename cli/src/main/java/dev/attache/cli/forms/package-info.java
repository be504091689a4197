/**
 * The forms that results are written in: for models, for programs, and for people.
 *
 * <p>A snapshot goes through a {@link dev.attache.cli.forms.Format}; plain values become one JSON
 * object a line ({@link dev.attache.cli.forms.ObjectLines}), and {@link
 * dev.attache.cli.forms.GivenJson} reads one that the user gives; rows are cells of {@link
 * dev.attache.cli.forms.Columns}, each line made safe by {@link dev.attache.cli.forms.ResultLine}.
 *
 * <p>The door: {@link dev.attache.cli.forms.Format} with {@link
 * dev.attache.cli.forms.PromptFormat}, {@link dev.attache.cli.forms.JsonFormat}, {@link
 * dev.attache.cli.forms.TableFormat}; {@link dev.attache.cli.forms.ObjectLines}, {@link
 * dev.attache.cli.forms.GivenJson}; {@link dev.attache.cli.forms.Columns}, {@link
 * dev.attache.cli.forms.ResultLine}.
 */
@NullMarked
package dev.attache.cli.forms;

import org.jspecify.annotations.NullMarked;
