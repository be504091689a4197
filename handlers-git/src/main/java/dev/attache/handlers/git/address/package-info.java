/**
 * Addresses of files in repositories, and their canonical form.
 *
 * <p>A {@link dev.attache.handlers.git.address.TreeAddress} is read from a URI: the {@link
 * dev.attache.handlers.git.address.Repository}, the {@link
 * dev.attache.handlers.git.address.PathSpelling} within it, a ref and lines. What people copy from
 * the pages of a {@link dev.attache.handlers.git.address.Forge} becomes one by {@link
 * dev.attache.handlers.git.address.PageAddress}.
 */
@NullMarked
package dev.attache.handlers.git.address;

import org.jspecify.annotations.NullMarked;
