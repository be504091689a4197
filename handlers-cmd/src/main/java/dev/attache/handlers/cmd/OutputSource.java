package dev.attache.handlers.cmd;

import java.io.Closeable;

/** One stream of a running command. */
interface OutputSource extends Closeable {

  /** Reads to the end, or until closed from elsewhere. Fails quietly: what was read counts. */
  void readInto(Capture capture);
}
