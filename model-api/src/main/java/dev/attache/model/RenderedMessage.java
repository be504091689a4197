package dev.attache.model;

import java.util.List;

/**
 * A message of a request: what the user, the model or tools said at one time. Immutable.
 *
 * @param role whose it is
 * @param turn the turn that it belongs to, from 0 on
 * @param parts what it says, in order: of the user resources and references, then notices, then the
 *     text; of the model texts and calls; of tools nothing but results, in the order of the calls
 */
public record RenderedMessage(Role role, int turn, List<RenderedPart> parts) {

  /** Whose a message is. */
  public enum Role {
    /** What somebody asks or attaches. */
    USER,
    /** What the model answered. */
    ASSISTANT,
    /** What its calls came to. */
    TOOL
  }

  /**
   * Takes a copy of the parts.
   *
   * @param role whose it is
   * @param turn the turn that it belongs to, from 0 on
   * @param parts what it says, in order: of the user resources and references, then notices, then
   *     the text; of the model texts and calls; of tools nothing but results, in the order of the
   *     calls
   */
  public RenderedMessage {
    parts = List.copyOf(parts);
  }
}
