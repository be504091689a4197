/**
 * The calling of a model: a request that was rendered goes out, and the answer comes back in
 * events.
 *
 * <p>A {@link dev.attache.model.call.ModelConnector} opens a {@link
 * dev.attache.model.call.ModelCall} with the {@link dev.attache.model.call.ModelSettings} of the
 * user; each of its {@link dev.attache.model.call.ModelEvent}s is pulled. What goes wrong is a
 * {@link dev.attache.model.call.ModelException}, whose message holds no key; what was pulled before
 * it is good.
 */
@NullMarked
package dev.attache.model.call;

import org.jspecify.annotations.NullMarked;
