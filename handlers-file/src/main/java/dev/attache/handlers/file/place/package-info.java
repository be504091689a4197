/**
 * Places in the file system: URIs of files and the lines of them, allowed roots, and directories
 * that are opened without following links.
 *
 * <p>A spelling becomes a {@link dev.attache.handlers.file.place.RealPath}, which {@link
 * dev.attache.handlers.file.place.AllowedRoots} turns into a {@link
 * dev.attache.handlers.file.place.RootedPath}: a root, and the way down from it. A {@link
 * dev.attache.handlers.file.place.DirectoryChain} opens that way name by name and lists what it
 * comes to as {@link dev.attache.handlers.file.place.Entry}. {@link
 * dev.attache.handlers.file.place.FileUri} writes the one spelling of where it is.
 */
@NullMarked
package dev.attache.handlers.file.place;

import org.jspecify.annotations.NullMarked;
