/**
 * What of a history is in a request, and how: in full, as a reference to what is there in full, or
 * left out.
 *
 * <p>Before a snapshot is delivered, {@link dev.attache.delivery.DeliveryIndex} finds the earlier
 * delivery of the same content within the {@link dev.attache.delivery.DedupSettings}. {@link
 * dev.attache.delivery.RequestItems} adds up what a history comes to, {@link
 * dev.attache.delivery.SupersededPolicy} chooses what a newer version lets be left out, and what
 * that would break is delivered in full again. A refresh may be given as a diff, by {@code
 * RefreshDelta}.
 */
@NullMarked
package dev.attache.delivery;

import org.jspecify.annotations.NullMarked;
