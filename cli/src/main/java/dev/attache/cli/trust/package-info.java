/**
 * attache trust: what the user trusts, listed, given and taken back. Flow: TrustTargets sorts what
 * was typed into commands, servers and jars; a TrustSession finds each thing, and hands it to a
 * change: TrustGranting or TrustRevocation; TrustOutput says at once what became of it. Door:
 * TrustCommands; TrustSession and TrustGranting for attache handlers trust.
 */
@NullMarked
package dev.attache.cli.trust;

import org.jspecify.annotations.NullMarked;
