/**
 * Things that tests of several modules share: a disk that forgets what was not forced, what
 * programs that died left behind, and providers of models that are none.
 *
 * <p>A {@link dev.attache.test.DurabilityJournal} takes the place of the disk and makes the
 * directory as it would be after a crash at each moment. A {@link dev.attache.test.Leftover} is put
 * where a file is to be made. A {@link dev.attache.test.FakeProvider} answers with what a stream of
 * its wire has, such as {@link dev.attache.test.AnthropicStream}.
 */
@NullMarked
package dev.attache.test;

import org.jspecify.annotations.NullMarked;
