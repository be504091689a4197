/**
 * Places of the user's own, where nobody else can write, so that what lies there counts as his
 * word; and disks that keep what was forced.
 *
 * <p>An {@link dev.attache.support.places.OwnedPath} has the rule and says who else could write; an
 * {@link dev.attache.support.places.OwnedDirectory} makes directories for nobody but their owner.
 * {@link dev.attache.support.places.Durability} makes what was written outlast a crash: files,
 * their names, and {@link dev.attache.support.places.MissingDirectories} on the way to them.
 */
@NullMarked
package dev.attache.support.places;

import org.jspecify.annotations.NullMarked;
