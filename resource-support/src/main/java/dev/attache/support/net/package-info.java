/**
 * What every handler that opens connections needs: the guard of networks that are not public.
 *
 * <p>A handler asks {@link dev.attache.support.net.PublicNetwork} about a host before it connects,
 * about each answer of the DNS, and about the peer of the connection it made.
 */
@NullMarked
package dev.attache.support.net;

import org.jspecify.annotations.NullMarked;
