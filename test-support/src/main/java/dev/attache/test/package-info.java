/**
 * Things that tests of several modules share: a disk that forgets what was not forced, and what
 * programs that died left behind.
 *
 * <p>A {@link dev.attache.test.DurabilityJournal} takes the place of the disk and makes the
 * directory as it would be after a crash at each moment. A {@link dev.attache.test.Leftover} is put
 * where a file is to be made.
 */
@NullMarked
package dev.attache.test;

import org.jspecify.annotations.NullMarked;
