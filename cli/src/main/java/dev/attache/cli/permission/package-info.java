/**
 * What would run a program or connect to a server, and the asking of the user whether it may. Flow:
 * DeclaredCommands and ServerReference tell from a reference what it may need; each such thing is a
 * TrustItem (CommandItem, ServerItem, JarItem) that describes itself with nothing left out;
 * TrustDialog shows it, asks, and records a yes. Door: TrustItem, CommandItem, ServerItem, JarItem,
 * TrustDialog, DeclaredCommands, ServerReference.
 */
@NullMarked
package dev.attache.cli.permission;

import org.jspecify.annotations.NullMarked;
