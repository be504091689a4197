/**
 * What every handler that opens connections needs: the guard of networks that are not public.
 *
 * <p>A handler asks {@link dev.attache.support.net.PublicNetwork} about a host before it connects,
 * and about each answer of the DNS; a {@link dev.attache.support.net.GuardedSocket} asks it about
 * the peer that is really connected to.
 */
@NullMarked
package dev.attache.support.net;

import org.jspecify.annotations.NullMarked;
