package dev.attache.server;

import dev.attache.budget.TokenLimit;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.delivery.names.UriNames;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a server goes by. Immutable.
 *
 * @param version the version that it says of itself
 * @param attachPolicy what the client's model may attach; null for nothing, and no tool for it
 * @param pageSize how many resources a page of the list has at the most
 * @param pollEvery how often sources are asked that cannot tell of changes themselves
 * @param limit what all that a session begins with has to fit into; null if that does not matter
 * @param names what clients see in place of directories
 * @param pageTokens the most tokens of one result of a tool, nearly; null for 10,000. A client that
 *     is known to cut shorter results gets fewer in any case
 */
public record ServerOptions(
    String version,
    @Nullable AttachPolicy attachPolicy,
    int pageSize,
    Duration pollEvery,
    @Nullable TokenLimit limit,
    UriNames names,
    @Nullable Long pageTokens) {

  /**
   * Rules by which clients see canonical URIs.
   *
   * @param version the version that it says of itself
   * @param attachPolicy what the client's model may attach; null for nothing
   * @param pageSize how many resources a page of the list has at the most
   * @param pollEvery how often sources are asked that cannot tell of changes themselves
   * @param limit what all that a session begins with has to fit into; null if that does not matter
   */
  public ServerOptions(
      String version,
      @Nullable AttachPolicy attachPolicy,
      int pageSize,
      Duration pollEvery,
      @Nullable TokenLimit limit) {
    this(version, attachPolicy, pageSize, pollEvery, limit, UriNames.NONE, null);
  }

  /**
   * Rules without a limit in tokens.
   *
   * @param version the version that it says of itself
   * @param attachPolicy what the client's model may attach; null for nothing
   * @param pageSize how many resources a page of the list has at the most
   * @param pollEvery how often sources are asked that cannot tell of changes themselves
   */
  public ServerOptions(
      String version, @Nullable AttachPolicy attachPolicy, int pageSize, Duration pollEvery) {
    this(version, attachPolicy, pageSize, pollEvery, null);
  }

  /**
   * {@return these rules, by which clients see names in place of directories}
   *
   * @param value the names, which replace any earlier ones
   */
  public ServerOptions naming(UriNames value) {
    return new ServerOptions(version, attachPolicy, pageSize, pollEvery, limit, value, pageTokens);
  }

  /**
   * {@return these rules with another limit of one result of a tool}
   *
   * @param value the limit in tokens; null for the default
   */
  public ServerOptions paging(@Nullable Long value) {
    return new ServerOptions(version, attachPolicy, pageSize, pollEvery, limit, names, value);
  }
}
