package dev.attache.mcp.session;

import dev.attache.mcp.Elicitation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client as the servers get to know it.
 *
 * @param version the version that they are told
 * @param elicitation who answers questions to the user; null if nobody does
 * @param notes takes what has to be said about a server, a line each, from any thread
 */
public record ClientProfile(
    String version, @Nullable Elicitation elicitation, Consumer<String> notes) {}
