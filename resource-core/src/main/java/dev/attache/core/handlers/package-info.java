/**
 * The handlers that there are: found on the class path, loaded from jars of others, registered by
 * the schemes that they own; and what is wrong with those that cannot be used.
 */
@NullMarked
package dev.attache.core.handlers;

import org.jspecify.annotations.NullMarked;
