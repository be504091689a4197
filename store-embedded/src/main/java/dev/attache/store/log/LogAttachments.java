package dev.attache.store.log;

import dev.attache.history.AttachmentState;
import java.util.List;

/**
 * The attachments that the first part of a log comes to. Immutable.
 *
 * @param generation of the log
 * @param upTo the bytes of that part
 */
public record LogAttachments(String generation, long upTo, List<AttachmentState> states) {

  public LogAttachments {
    states = List.copyOf(states);
  }
}
