package dev.attache.server;

import dev.attache.conversation.tools.AttachPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a server goes by. Immutable.
 *
 * @param version the version that it says of itself
 * @param attachPolicy what the client's model may attach; null for nothing, and no tool for it
 * @param pageSize how many resources a page of the list has at the most
 * @param pollEvery how often sources are asked that cannot tell of changes themselves
 */
public record ServerOptions(
    String version, @Nullable AttachPolicy attachPolicy, int pageSize, Duration pollEvery) {}
