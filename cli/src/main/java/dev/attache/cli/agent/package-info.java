/**
 * The asking of a model by {@code attache query}.
 *
 * <p>The doors: {@link dev.attache.cli.agent.AgentOptions}, what the user says about it, and {@link
 * dev.attache.cli.agent.Asking}, which has the model answer a turn that is recorded.
 */
@NullMarked
package dev.attache.cli.agent;

import org.jspecify.annotations.NullMarked;
