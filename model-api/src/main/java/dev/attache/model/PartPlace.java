package dev.attache.model;

import org.jspecify.annotations.Nullable;

/**
 * The place of a part in the history of its conversation. Immutable.
 *
 * @param turn the turn, from 0 on
 * @param call the id of the tool call whose result it is in; null if it is in none
 * @param index which attachment of the turn or block of the result it is, from 0 on; -1 if it is
 *     neither
 */
public record PartPlace(int turn, @Nullable String call, int index) {}
