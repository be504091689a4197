package dev.attache.core.routing;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;

/**
 * The address of something that was read before and is to be read again: it alone, whatever stands
 * there now. Immutable.
 *
 * @param address the address of its snapshot
 * @param reference what led to it then, as it was written; where that names just this address, it
 *     counts for how it is read, such as the time that a command may take
 * @param requester who asks
 */
public record KnownAddress(ResourceUri address, String reference, Requester requester) {}
