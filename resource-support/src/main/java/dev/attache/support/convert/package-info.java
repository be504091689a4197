/**
 * The process in which documents are converted, and what is said between it and the application:
 * without libraries, as converters bring their own.
 *
 * <p>{@link dev.attache.support.convert.ConversionWorker} is the program. It greets with a {@link
 * dev.attache.support.convert.WorkerMessage} that says it is ready, takes a {@link
 * dev.attache.support.convert.ConversionRequest} and the bytes of a document, has a converter of
 * its class path make Markdown of them, and answers with a {@link
 * dev.attache.support.convert.ConversionAnswer}. All of it goes through standard input and output
 * as {@link dev.attache.support.convert.Frame}s, of which the {@link
 * dev.attache.support.convert.FrameAssembler} lets nothing else pass.
 */
@NullMarked
package dev.attache.support.convert;

import org.jspecify.annotations.NullMarked;
