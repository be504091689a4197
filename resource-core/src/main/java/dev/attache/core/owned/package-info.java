/**
 * What the user keeps where nobody else can write, so that its word counts: {@link
 * dev.attache.core.owned.OwnedDirectory} makes it, {@link dev.attache.core.owned.OwnedPath} has the
 * rule. {@link dev.attache.core.owned.Durability} makes what is kept outlast a crash, here and in
 * the store.
 */
@NullMarked
package dev.attache.core.owned;

import org.jspecify.annotations.NullMarked;
