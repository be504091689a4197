package dev.attache.types;

import org.jspecify.annotations.Nullable;

/**
 * Rules for types that Attaché does not know, asked before its own. Named in {@code
 * META-INF/services/dev.attache.types.TypeRules}; thread-safe.
 */
public interface TypeRules {

  /**
   * {@return the MIME type of a content, or null to leave it to Attaché}
   *
   * @param fileName a name or a path; null if there is none
   * @param prefix the beginning of the content, not to be changed
   * @param length how many bytes of {@code prefix} count
   */
  @Nullable String typeOf(@Nullable String fileName, byte[] prefix, int length);

  /**
   * {@return whether {@link #typeOf} answers nothing, whatever it is asked} Types that such rules
   * were not asked about can be remembered from run to run.
   */
  default boolean isEmpty() {
    return false;
  }

  /** {@return why some of the rules cannot be used, for people; null if all can} */
  default @Nullable String problem() {
    return null;
  }
}
