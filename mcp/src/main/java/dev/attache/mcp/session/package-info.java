/**
 * The requests to one server: what is asked in which era, and who waits for the answer, whatever
 * the messages travel by.
 *
 * <p>{@link dev.attache.mcp.session.SessionConnection} opens a {@link
 * dev.attache.mcp.session.ServerLink} and has the {@link dev.attache.mcp.session.Handshake} find
 * out the era; each question goes through EraRequests, which adds what the era wants, to the {@link
 * dev.attache.mcp.session.RequestChannel}, which waits for the answer while a MessageSession
 * numbers the question and sends it over the {@link dev.attache.mcp.session.MessageTransport} of
 * the link; what the server says unasked comes in at UnaskedMessages and goes to the CallProgress
 * of a call or to the UpdateListeners.
 *
 * <p>The door: {@link dev.attache.mcp.session.SessionConnection} and {@link
 * dev.attache.mcp.session.ClientProfile} for the pool; {@link dev.attache.mcp.session.ServerLink},
 * with the era, {@link dev.attache.mcp.session.MessageTransport}, {@link
 * dev.attache.mcp.session.AnswerException} and {@link dev.attache.mcp.session.QuestionLimit} for
 * the links; {@link dev.attache.mcp.session.JvmExit} for both.
 */
@NullMarked
package dev.attache.mcp.session;

import org.jspecify.annotations.NullMarked;
