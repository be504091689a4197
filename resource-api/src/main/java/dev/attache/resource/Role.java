package dev.attache.resource;

import java.util.Optional;

/** The audience that a resource is meant for (MCP, {@code Role}). */
public enum Role {
  /** The person. */
  USER("user"),
  /** The model. */
  ASSISTANT("assistant");

  private final String wireName;

  Role(String wireName) {
    this.wireName = wireName;
  }

  /**
   * {@return the role that MCP spells so, or nothing if MCP knows none of that name}
   *
   * @param wireName {@code user} or {@code assistant}, in lower case
   */
  public static Optional<Role> parse(String wireName) {
    for (Role role : values()) {
      if (role.wireName.equals(wireName)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  /** The name in JSON: {@code user} or {@code assistant}. */
  @Override
  public String toString() {
    return wireName;
  }
}
