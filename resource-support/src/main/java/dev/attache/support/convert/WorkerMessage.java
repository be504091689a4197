package dev.attache.support.convert;

import java.util.Arrays;

/** The messages that a worker sends unasked, each as a single byte under the number 0. */
public enum WorkerMessage {
  /** It is ready: the first message. */
  READY,
  /** It has had nothing to do for long, and ends: the last message. */
  FAREWELL;

  /** {@return the message for a stream} */
  @SuppressWarnings("EnumOrdinal") // both ends are of one build
  public Frame frame() {
    return new Frame(0, new byte[] {(byte) ordinal()});
  }

  /**
   * {@return whether a message is this one}
   *
   * @param frame any message
   */
  public boolean is(Frame frame) {
    return frame.number() == 0 && Arrays.equals(frame.payload(), frame().payload());
  }
}
