/**
 * Documents that become Markdown, in processes of their own: none of what converts them is loaded
 * here.
 *
 * <p>{@link dev.attache.core.convert.DocumentConverter} is the door. It finds in a {@link
 * dev.attache.core.convert.ConverterCatalog} who takes a type, looks into the {@link
 * dev.attache.core.convert.ConversionCache}, and has a {@link dev.attache.core.convert.WorkerPool}
 * lend it a {@link dev.attache.core.convert.Worker}, which {@link
 * dev.attache.core.convert.WorkerCommand} starts. A worker that fails is ended with all that it has
 * started, costs the document that it had, and is followed by a fresh one.
 */
@NullMarked
package dev.attache.core.convert;

import org.jspecify.annotations.NullMarked;
