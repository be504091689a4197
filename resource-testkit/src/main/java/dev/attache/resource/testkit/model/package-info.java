/**
 * The test kit for providers of models: what the author of one extends to know that its requests
 * are the same in every JVM, go on where the last one ended, and leave nothing out.
 *
 * <p>Extend {@link dev.attache.resource.testkit.model.ModelProviderContract}; what it renders is
 * made by {@link dev.attache.resource.testkit.model.RandomConversation}.
 */
@NullMarked
package dev.attache.resource.testkit.model;

import org.jspecify.annotations.NullMarked;
