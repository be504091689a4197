/**
 * The official SDKs of providers as judges: what we write has to be a request in their types, and
 * what our fakes answer has to be an answer in their eyes.
 *
 * <p>{@link dev.attache.oracles.SampleRequests} makes the requests; {@link
 * dev.attache.oracles.UnmodelledFields} finds what an SDK has read but does not know; a {@link
 * dev.attache.oracles.ReadAnswer} is what an answer comes to, whoever reads it.
 */
@NullMarked
package dev.attache.oracles;

import org.jspecify.annotations.NullMarked;
