/**
 * Secrets in what people wrote: the rewriting of URIs and command lines for display, and the names
 * of files that hold secrets.
 *
 * <p>A text with URIs in it goes into {@link dev.attache.resource.secrets.Redaction}, which finds
 * parameters, words and keys that are secret and puts a mark in their place. A command line is
 * split into words and joined again by {@link dev.attache.resource.secrets.ShellWords}. A path is
 * looked up in {@link dev.attache.resource.secrets.SensitiveNames}.
 *
 * <p>The model needs this room: the message of a {@link dev.attache.resource.ResourceException} is
 * without secrets from the start.
 */
@NullMarked
package dev.attache.resource.secrets;

import org.jspecify.annotations.NullMarked;
