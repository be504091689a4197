/**
 * The forms that results are written in: for models, for programs, and for people. Flow: a snapshot
 * goes through a Format; plain values become one JSON object a line (ObjectLines, over PlainJson
 * and JsonFormat's generator); rows are cells of Columns, each line made safe by ResultLine. Door:
 * Format with PromptFormat, JsonFormat, TableFormat; ObjectLines, PlainJson; Columns, ResultLine.
 */
@NullMarked
package dev.attache.cli.forms;

import org.jspecify.annotations.NullMarked;
