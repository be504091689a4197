/**
 * The way in for Java programs.
 *
 * <p>{@link dev.attache.facade.Attache} is the door: a workspace, whose {@link
 * dev.attache.facade.OpenConversation}s have {@link dev.attache.facade.Turn}s. A turn is recorded
 * once, and is then a {@link dev.attache.facade.RecordedTurn} to be printed, or has an {@link
 * dev.attache.facade.TurnAnswer} of a model. Each has the parts beneath, which do the same.
 */
@NullMarked
package dev.attache.facade;

import org.jspecify.annotations.NullMarked;
