/**
 * The asking of a model by {@code attache query}.
 *
 * <p>The door: {@link dev.attache.cli.agent.Asking}, which is given a turn that is recorded, and
 * the model to ask ({@link dev.attache.cli.models.AskedModel}).
 */
@NullMarked
package dev.attache.cli.agent;

import org.jspecify.annotations.NullMarked;
