/**
 * What was typed: the options that commands add by code, and their values.
 *
 * <p>A command adds to {@link dev.attache.cli.options.Options} what it takes. Most lines are read
 * by {@link dev.attache.cli.options.PlainLine}, all others by picocli, to which {@link
 * dev.attache.cli.options.OptionSpecs} hands the same options. Then {@link
 * dev.attache.cli.options.Arguments} answers by name, the innermost command first; {@link
 * dev.attache.cli.options.RunOptions} reads from them what every command takes, {@link
 * dev.attache.cli.options.LimitOptions} the numbers, {@link dev.attache.cli.options.OutputOption}
 * the file. {@link dev.attache.cli.options.HiddenOptions} are taken and not shown.
 *
 * <p>The door: {@link dev.attache.cli.options.Options}, {@link dev.attache.cli.options.PlainLine},
 * {@link dev.attache.cli.options.OptionSpecs}, {@link dev.attache.cli.options.Arguments}, {@link
 * dev.attache.cli.options.RunOptions}, {@link dev.attache.cli.options.LimitOptions}, {@link
 * dev.attache.cli.options.OutputOption}, {@link dev.attache.cli.options.HiddenOptions}.
 */
@NullMarked
package dev.attache.cli.options;

import org.jspecify.annotations.NullMarked;
