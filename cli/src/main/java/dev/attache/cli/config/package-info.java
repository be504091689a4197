/**
 * The configuration files, checked. Flow: ConfigFiles reads the user's file and the workspace's
 * (ConfigFile, TomlTables); each table is asked for its settings by name and rule (ConfigTable),
 * the user's first, then what of the workspace's can do no harm; Configuration has what came of it,
 * a section for each handler. Door: ConfigFiles, Configuration, ConfiguredProgram (a handler
 * without code), ConversationDefaults, ServeSettings, AttachSources, and for rules that options
 * share HttpSection and AcceptedClients.
 */
@NullMarked
package dev.attache.cli.config;

import org.jspecify.annotations.NullMarked;
