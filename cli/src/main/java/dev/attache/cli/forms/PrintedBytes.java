package dev.attache.cli.forms;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.ResourceContent;
import dev.attache.tokens.TokenEstimator;
import java.io.ByteArrayOutputStream;

/**
 * The bytes that a form prints for one thing, in one array from the beginning to the end: a text is
 * neither copied as it grows nor to be counted. Not thread-safe.
 */
final class PrintedBytes extends ByteArrayOutputStream {

  /** Enough for what stands around most contents. */
  private static final int AROUND = 256;

  private static final int LARGEST = 1 << 24;

  PrintedBytes() {
    super(AROUND);
  }

  /** Makes room for what a snapshot takes as a rule. */
  PrintedBytes(Snapshot snapshot) {
    super(AROUND + size(snapshot.resource().content()));
  }

  private static int size(ResourceContent content) {
    return content.isText() ? (int) Math.min(content.size(), LARGEST) : 0;
  }

  long tokens(TokenEstimator estimator) {
    return estimator.count(buf, count);
  }
}
