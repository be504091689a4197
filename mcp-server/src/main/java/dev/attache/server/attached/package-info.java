/**
 * What is attached to the conversation of a session, as its client names it: listed, read,
 * refreshed, subscribed to, and attached by the client itself.
 *
 * <p>{@link dev.attache.server.attached.AttachedView} finds what a client means; {@link
 * dev.attache.server.attached.ResourceList}, {@link dev.attache.server.attached.ResourceReading},
 * {@link dev.attache.server.attached.ResourceTemplates} and {@link
 * dev.attache.server.attached.ToolList} answer with it, {@link
 * dev.attache.server.attached.SessionTools} calls the tools under ids of the session; {@link
 * dev.attache.server.attached.TextAnswers} decides what of a text a model gets, {@link
 * dev.attache.server.attached.OnDemandAttachments} attaches what it asks for, and {@link
 * dev.attache.server.attached.ResourceSubscriptions} and {@link
 * dev.attache.server.attached.ListenRequests} tell it of changes.
 *
 * <p>The door: what answers a method, {@link dev.attache.server.attached.AttachedView}, {@link
 * dev.attache.server.attached.ClientLimits} and {@link dev.attache.server.attached.PlannedList};
 * listing, filter and single requests stay inside.
 */
@NullMarked
package dev.attache.server.attached;

import org.jspecify.annotations.NullMarked;
