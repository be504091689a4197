/**
 * Attache store: the upkeep of what conversations are kept in.
 *
 * <p>The store of the workspace collects, verifies or measures; {@link
 * dev.attache.cli.store.StoreOutput} says what came of it.
 *
 * <p>The door: {@link dev.attache.cli.store.StoreCommands}.
 */
@NullMarked
package dev.attache.cli.store;

import org.jspecify.annotations.NullMarked;
