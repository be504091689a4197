/**
 * One run of the command, put together: the only place where options, configuration, handlers,
 * servers and trust meet.
 *
 * <p>A {@link dev.attache.cli.run.Command} gets a {@link dev.attache.cli.run.Run}; that reads the
 * configuration, makes resolvers and a {@link dev.attache.cli.run.ServerPool} for some {@link
 * dev.attache.cli.run.Handlers}, and says what may run. To read references, a command opens a
 * {@link dev.attache.cli.run.ResolverSession} and goes through one {@link
 * dev.attache.cli.run.ReferenceReading}: resolver, trust, outcomes to a Sink, what led nowhere; the
 * {@link dev.attache.cli.run.Report} says what was not attached, {@link
 * dev.attache.cli.run.OutputFileExclusion} and {@link dev.attache.store.OwnConversations} keep out
 * what the command writes itself.
 *
 * <p>The door: {@link dev.attache.cli.run.Command}, {@link dev.attache.cli.run.SpecFactory} (what
 * picocli knows of commands), {@link dev.attache.cli.run.Run}, {@link
 * dev.attache.cli.run.Handlers}, {@link dev.attache.cli.run.ServerPool}, {@link
 * dev.attache.cli.run.ResolverSession}, {@link dev.attache.cli.run.ReferenceReading}, {@link
 * dev.attache.cli.run.Report}.
 */
@NullMarked
package dev.attache.cli.run;

import org.jspecify.annotations.NullMarked;
