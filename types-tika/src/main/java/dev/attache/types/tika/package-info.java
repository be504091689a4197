/**
 * Types that Tika was taught by others, for {@link dev.attache.types.TypeDetector}.
 *
 * <p>{@link dev.attache.types.tika.TikaTypeRules} looks whether anybody has taught Tika something;
 * then {@code TikaDetection} asks Tika twice, with that and without, and what differs counts.
 *
 * <p>The door: {@link dev.attache.types.tika.TikaTypeRules}, found as a service.
 */
@NullMarked
package dev.attache.types.tika;

import org.jspecify.annotations.NullMarked;
