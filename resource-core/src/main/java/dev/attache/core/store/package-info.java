/** The embedded store of conversations: a directory of logs and one of blobs. */
@NullMarked
package dev.attache.core.store;

import org.jspecify.annotations.NullMarked;
