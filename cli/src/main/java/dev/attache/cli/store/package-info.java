/**
 * attache store: the upkeep of what conversations are kept in. Flow: the store of the workspace
 * collects, verifies or measures; StoreOutput says what came of it. Door: StoreCommands.
 */
@NullMarked
package dev.attache.cli.store;

import org.jspecify.annotations.NullMarked;
