/**
 * The configuration files, checked.
 *
 * <p>{@link dev.attache.cli.config.ConfigFiles} reads the user's file and the workspace's ({@link
 * dev.attache.cli.config.ConfigFile}, {@link dev.attache.cli.config.TomlTables}); each table is
 * asked for its settings by name and rule ({@link dev.attache.cli.config.ConfigTable}), the user's
 * first, then what of the workspace's can do no harm; {@link dev.attache.cli.config.Configuration}
 * has what came of it, a section for each handler.
 *
 * <p>The door: {@link dev.attache.cli.config.ConfigFiles}, {@link
 * dev.attache.cli.config.Configuration}, {@link dev.attache.cli.config.ConfiguredProgram} (a
 * handler without code), {@link dev.attache.cli.config.ConversationDefaults}, {@link
 * dev.attache.cli.config.ServeSettings}, {@link dev.attache.cli.config.AttachSources}, and for
 * rules that options share {@link dev.attache.cli.config.HttpSection} and {@link
 * dev.attache.cli.config.AcceptedClients}.
 */
@NullMarked
package dev.attache.cli.config;

import org.jspecify.annotations.NullMarked;
