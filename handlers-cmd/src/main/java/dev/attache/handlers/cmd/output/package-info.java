/**
 * What a command printed, as a resource: text, bytes, or resources in JSON.
 *
 * <p>A completion becomes a {@link dev.attache.handlers.cmd.output.CommandResource}, with a {@link
 * dev.attache.handlers.cmd.output.CommandText} that shows both streams where one does not say
 * enough. {@link dev.attache.handlers.cmd.output.JsonOutput} reads what the program of a scheme
 * printed, in each {@link dev.attache.handlers.cmd.output.JsonForm} that is known, into {@link
 * dev.attache.handlers.cmd.output.JsonResources}; a {@link
 * dev.attache.handlers.cmd.output.ProgramFailure} says why there are none.
 */
@NullMarked
package dev.attache.handlers.cmd.output;

import org.jspecify.annotations.NullMarked;
