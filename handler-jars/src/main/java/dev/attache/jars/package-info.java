/**
 * Handlers in jars of others: what is in a jar before any of it runs, and its handlers, apart from
 * everything else.
 *
 * <p>A file is read into a {@link dev.attache.jars.HandlerJar}, which says its digest, its manifest
 * and its handlers, and runs nothing. Whoever trusts it keeps a copy ({@link
 * dev.attache.jars.KeptCopies}) and has it loaded: a {@link dev.attache.jars.JarClassLoader} shows
 * the handlers the API and their own jar, and an {@link dev.attache.jars.IsolatedHandler} runs each
 * call with that loader. The handlers join a {@link dev.attache.core.routing.HandlerRegistry}. A
 * jar may also have {@link dev.attache.jars.ResultRenderers} and {@link
 * dev.attache.jars.ModelProviders}, which are loaded in the same way when somebody needs them.
 */
@NullMarked
package dev.attache.jars;

import org.jspecify.annotations.NullMarked;
