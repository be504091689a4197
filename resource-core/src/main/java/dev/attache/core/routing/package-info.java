/**
 * The handlers that there are, by the schemes that they own, and the way of a reference to one of
 * them.
 *
 * <p>{@link dev.attache.core.routing.HandlerRegistry} finds handlers on the class path and takes
 * those that it is given; each is a {@link dev.attache.core.routing.RegisteredHandler} with a
 * {@link dev.attache.core.routing.HandlerOrigin}, and what is wrong with one that cannot be used is
 * a {@link dev.attache.core.routing.HandlerProblem}. {@link dev.attache.core.routing.References} is
 * what is asked for, in order; {@link dev.attache.core.routing.ReferenceRouter} decides which
 * handler each goes to.
 */
@NullMarked
package dev.attache.core.routing;

import org.jspecify.annotations.NullMarked;
