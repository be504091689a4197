/**
 * What would run a program or connect to a server, and the asking of the user whether it may.
 *
 * <p>{@link dev.attache.cli.permission.DeclaredCommands} and {@link
 * dev.attache.cli.permission.ServerReference} tell from a reference what it may need; each such
 * thing is a {@link dev.attache.cli.permission.TrustItem} ({@link
 * dev.attache.cli.permission.CommandItem}, {@link dev.attache.cli.permission.ServerItem}, {@link
 * dev.attache.cli.permission.JarItem}) that describes itself with nothing left out; {@link
 * dev.attache.cli.permission.TrustDialog} shows it, asks, and records a yes.
 *
 * <p>The door: {@link dev.attache.cli.permission.TrustItem}, {@link
 * dev.attache.cli.permission.CommandItem}, {@link dev.attache.cli.permission.ServerItem}, {@link
 * dev.attache.cli.permission.JarItem}, {@link dev.attache.cli.permission.TrustDialog}, {@link
 * dev.attache.cli.permission.DeclaredCommands}, {@link dev.attache.cli.permission.ServerReference}.
 */
@NullMarked
package dev.attache.cli.permission;

import org.jspecify.annotations.NullMarked;
