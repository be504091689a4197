/**
 * The store in the memory of this process, within a bound: for conversations that nobody needs
 * again.
 *
 * <p>{@link dev.attache.store.memory.MemoryStore} opens a {@link
 * dev.attache.store.memory.MemoryLog} for each conversation; contents are in {@link
 * dev.attache.store.memory.MemoryBlobs} once, whoever names them.
 */
@NullMarked
package dev.attache.store.memory;

import org.jspecify.annotations.NullMarked;
