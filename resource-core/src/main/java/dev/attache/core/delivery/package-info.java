/**
 * How snapshots reach a model: in full, as a reference to an earlier full delivery, or not at all
 * because a newer one has taken their place; and the texts that models read.
 */
@NullMarked
package dev.attache.core.delivery;

import org.jspecify.annotations.NullMarked;
