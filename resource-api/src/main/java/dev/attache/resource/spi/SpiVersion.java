package dev.attache.resource.spi;

/**
 * The version of this package's rules and interfaces, a whole number that grows by one with each
 * change that a handler could notice.
 *
 * <p>A handler's jar says in its manifest for which version it was built. It can be used where that
 * is not older than {@link #OLDEST} and not newer than {@link #CURRENT}: a newer one may call what
 * is not there.
 */
public final class SpiVersion {

  /** The attribute of a jar's manifest that holds the version. */
  public static final String ATTRIBUTE = "Attache-Spi-Version";

  /** The version that this is. */
  public static final int CURRENT = 1;

  /** The oldest version for which handlers still work. */
  public static final int OLDEST = 1;

  private SpiVersion() {}
}
