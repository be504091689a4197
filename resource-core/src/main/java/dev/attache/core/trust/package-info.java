/**
 * What the user trusts: {@link dev.attache.core.trust.TrustStore} keeps it, {@link
 * dev.attache.core.trust.TrustPolicy} decides by it which commands may run.
 */
@NullMarked
package dev.attache.core.trust;

import org.jspecify.annotations.NullMarked;
