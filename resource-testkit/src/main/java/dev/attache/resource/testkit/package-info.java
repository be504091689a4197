/**
 * The test kit for handlers: what a handler author extends to know that a handler keeps its word.
 *
 * <p>Extend {@link dev.attache.resource.testkit.ResourceHandlerContract}; {@link
 * dev.attache.resource.testkit.TestContext}, {@link dev.attache.resource.testkit.RecordingSink},
 * {@link dev.attache.resource.testkit.MapHandler} and {@link
 * dev.attache.resource.testkit.TestServer} serve tests of your own.
 *
 * <p>What it tests, and which hook lets it, is in {@code docs/test-kit.md}.
 */
@NullMarked
package dev.attache.resource.testkit;

import org.jspecify.annotations.NullMarked;
