/**
 * What the user keeps where nobody else can write, so that its word counts: {@link
 * dev.attache.core.owned.OwnedDirectory} makes it, {@link dev.attache.core.owned.OwnedPath} has the
 * rule.
 */
@NullMarked
package dev.attache.core.owned;

import org.jspecify.annotations.NullMarked;
