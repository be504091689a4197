/**
 * What the figures in {@code docs/performance.md} are measured with: corpora and JMH benchmarks.
 */
@NullMarked
package dev.attache.benchmarks;

import org.jspecify.annotations.NullMarked;
