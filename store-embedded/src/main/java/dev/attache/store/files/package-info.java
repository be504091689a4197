/**
 * The files of a store: how they are made, opened and named, and what is said when that fails.
 *
 * <p>{@link dev.attache.store.files.EmbeddedFiles} knows the directories and a {@link
 * dev.attache.store.files.LogPlace} the files of one conversation; {@link
 * dev.attache.store.files.StoreFormat} refuses what a later version has written. {@link
 * dev.attache.store.files.StoreFiles} makes and opens them, for nobody but their owner and through
 * no symbolic link; {@link dev.attache.store.files.StoreFailure} puts into words what went wrong,
 * and {@link dev.attache.store.files.BlobDamage} what is wrong with stored bytes.
 */
@NullMarked
package dev.attache.store.files;

import org.jspecify.annotations.NullMarked;
