/**
 * One run of the command, put together: the only place where options, configuration, handlers,
 * servers and trust meet. Flow: a Command gets a Run; that reads the configuration, makes resolvers
 * and a ServerPool for some Handlers, and says what may run. To read references, a command opens a
 * ResolverSession and goes through one ReferenceReading: resolver, trust, outcomes to a Sink, what
 * led nowhere; the Report says what was not attached, OutputFileExclusion and OwnConversations keep
 * out what the command writes itself. Door: Command, SpecFactory (what picocli knows of commands),
 * Run, Handlers, ServerPool, ResolverSession, ReferenceReading, Report.
 */
@NullMarked
package dev.attache.cli.run;

import org.jspecify.annotations.NullMarked;
