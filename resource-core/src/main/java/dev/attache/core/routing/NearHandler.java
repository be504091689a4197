package dev.attache.core.routing;

import dev.attache.resource.Remedy;

/**
 * A handler that is near and is not used. Immutable.
 *
 * @param why in one line that follows the failure of what would have needed it
 * @param remedy what makes it be used
 */
public record NearHandler(String why, Remedy remedy) {}
