/**
 * What texts cost a model, in tokens. It knows nothing of runs or requests.
 *
 * <p>The entrance is {@link dev.attache.tokens.TokenEstimator}.
 */
@NullMarked
package dev.attache.tokens;

import org.jspecify.annotations.NullMarked;
