package dev.attache.resource.spi;

import java.util.Locale;

/** The reason why something that a reference covers was left out: a closed set. */
public enum SkipReason {
  /** A rule of an ignore file says so; the detail names the file, the line and the rule. */
  IGNORED,
  /** A later reference excludes it; the detail names that reference. */
  EXCLUDED,
  /** Its name, or a directory above it, begins with a dot, and nothing named it. */
  HIDDEN,
  /** It is larger than one item may be. */
  TOO_LARGE,
  /** It is no regular file: a device, a FIFO, a socket, a link that leads nowhere. */
  SPECIAL_FILE,
  /** It lies outside the workspace and every other allowed root. */
  OUTSIDE_WORKSPACE,
  /** It often contains secrets and was not named exactly. */
  SENSITIVE,
  /** It, or the directory that holds it, cannot be read. */
  UNREADABLE,
  /** The same resource was named before. */
  DUPLICATE,
  /** The total that all items together may have is used up. */
  OVER_LIMIT;

  /** The word for it in messages and JSON: lower case, with hyphens. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
