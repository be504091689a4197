/**
 * Attache trust: what the user trusts, listed, given and taken back.
 *
 * <p>{@link dev.attache.cli.trust.TrustTargets} sorts what was typed into commands, servers and
 * jars; a {@link dev.attache.cli.trust.TrustSession} finds each thing, and hands it to a change:
 * {@link dev.attache.cli.trust.TrustGranting} or {@link dev.attache.cli.trust.TrustRevocation};
 * {@link dev.attache.cli.trust.TrustOutput} says at once what became of it.
 *
 * <p>The door: {@link dev.attache.cli.trust.TrustCommands}; {@link
 * dev.attache.cli.trust.TrustSession} and {@link dev.attache.cli.trust.TrustGranting} for attache
 * handlers trust.
 */
@NullMarked
package dev.attache.cli.trust;

import org.jspecify.annotations.NullMarked;
