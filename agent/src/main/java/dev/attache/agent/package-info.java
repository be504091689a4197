/**
 * A loop that asks a model, runs the tools that it calls, and asks again, until it has answered;
 * all of it recorded in a conversation as it happens.
 *
 * <p>{@link dev.attache.agent.AgentLoop} is the door: an {@link dev.attache.agent.AskedModel}
 * answers the current turn, with {@link dev.attache.agent.LoopTool}s that a {@link
 * dev.attache.agent.ToolApproval} lets run, within {@link dev.attache.agent.LoopLimits}; a {@link
 * dev.attache.agent.LoopListener} watches, {@link dev.attache.agent.AssistantAnswers} answer tools,
 * and a {@link dev.attache.agent.LoopOutcome} says what it came to.
 */
@NullMarked
package dev.attache.agent;

import org.jspecify.annotations.NullMarked;
