/**
 * What was typed: the options that commands add by code, and their values. Flow: a command adds to
 * Options what it takes; after parsing, Arguments answers by name, the innermost command first;
 * RunOptions reads from them what every command takes, LimitOptions the numbers, OutputOption the
 * file. HiddenOptions are taken and not shown. Door: Options, Arguments, RunOptions, LimitOptions,
 * OutputOption, HiddenOptions.
 */
@NullMarked
package dev.attache.cli.options;

import org.jspecify.annotations.NullMarked;
