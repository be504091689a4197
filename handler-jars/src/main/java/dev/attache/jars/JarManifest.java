package dev.attache.jars;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a handler's jar; nothing of it has been proved. Immutable.
 *
 * @param title {@code Implementation-Title}; null if there is none
 * @param version {@code Implementation-Version}; null if there is none
 * @param vendor {@code Implementation-Vendor}; null if there is none
 * @param spiVersion {@link dev.attache.resource.spi.SpiVersion#ATTRIBUTE}; null if there is none
 * @param schemes those that {@link #SCHEMES} lists, in lower case, sorted; empty if it is not there
 */
public record JarManifest(
    @Nullable String title,
    @Nullable String version,
    @Nullable String vendor,
    @Nullable String spiVersion,
    List<String> schemes) {

  /**
   * The attribute that lists the schemes of a jar, separated by blanks or commas, so that they are
   * known before any of its code is run. A jar that has it owns these schemes and no others.
   */
  public static final String SCHEMES = "Attache-Schemes";

  /**
   * Takes a copy of the list.
   *
   * @param title {@code Implementation-Title}; null if there is none
   * @param version {@code Implementation-Version}; null if there is none
   * @param vendor {@code Implementation-Vendor}; null if there is none
   * @param spiVersion the version of the SPI that it was made for; null if there is none
   * @param schemes in lower case, sorted
   */
  public JarManifest {
    schemes = List.copyOf(schemes);
  }
}
