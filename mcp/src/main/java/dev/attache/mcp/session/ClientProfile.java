package dev.attache.mcp.session;

import java.util.function.Consumer;

/**
 * A client as the servers get to know it.
 *
 * @param version the version that they are told
 * @param acceptsDefaults whether a question to the user is answered with what the server proposes
 * @param notes takes what has to be said about a server, a line each, from any thread
 */
public record ClientProfile(String version, boolean acceptsDefaults, Consumer<String> notes) {}
