/**
 * The asking of a model by {@code attache query} and {@code attache chat}.
 *
 * <p>The doors: {@link dev.attache.cli.agent.AgentOptions}, what the user says about it, {@link
 * dev.attache.cli.agent.Asking}, which has the model answer a turn that is recorded, and, for what
 * is said beside that, {@link dev.attache.cli.agent.CallNotes} and {@link
 * dev.attache.cli.agent.NamedTools}.
 */
@NullMarked
package dev.attache.cli.agent;

import org.jspecify.annotations.NullMarked;
