/**
 * The test kit for handlers: what a handler author extends to know that a handler keeps its word.
 *
 * <p>Extend {@link dev.attache.resource.testkit.ResourceHandlerContract}; {@link
 * dev.attache.resource.testkit.TestContext}, {@link dev.attache.resource.testkit.RecordingSink} and
 * {@link dev.attache.resource.testkit.MapHandler} serve tests of your own.
 */
@NullMarked
package dev.attache.resource.testkit;

import org.jspecify.annotations.NullMarked;
