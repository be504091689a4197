/**
 * The two spellings of a command: words as for a shell that is not there, and a query.
 *
 * <p>A {@link dev.attache.handlers.cmd.spelling.ReferenceText} knows where each character stands
 * that a complaint is about. {@link dev.attache.handlers.cmd.spelling.LineSpelling} and {@link
 * dev.attache.handlers.cmd.spelling.QuerySpelling} read it into a {@link
 * dev.attache.handlers.cmd.spelling.CommandUri}, which writes the one canonical spelling; a {@link
 * dev.attache.handlers.cmd.spelling.Placement} says where the paths in it lead, within the {@link
 * dev.attache.handlers.cmd.spelling.Workspace}.
 */
@NullMarked
package dev.attache.handlers.cmd.spelling;

import org.jspecify.annotations.NullMarked;
