package dev.attache.cli.workspace;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.resource.Resource;
import java.util.List;

/** The attached resources that somebody means by a word. */
public final class AttachedMatch {

  private AttachedMatch() {}

  /** Returns those of this URI, address or name; or else those that this reference has led to. */
  public static List<AttachmentState> find(List<AttachmentState> all, String word) {
    List<AttachmentState> named =
        all.stream().filter(each -> isNamed(each.attachment().snapshot(), word)).toList();
    return named.isEmpty()
        ? all.stream().filter(each -> each.attachment().reference().equals(word)).toList()
        : named;
  }

  /** Whether a word is the URI, the address, the name or the reference of an attachment. */
  public static boolean isNamed(Attachment attachment, String word) {
    return isNamed(attachment.snapshot(), word) || attachment.reference().equals(word);
  }

  /** Whether a word is the URI or the name of a resource. */
  public static boolean isNamed(Resource resource, String word) {
    return resource.uri().value().equals(word)
        || resource.uri().redacted().equals(word)
        || word.equals(resource.name());
  }

  private static boolean isNamed(Snapshot snapshot, String word) {
    return isNamed(snapshot.resource(), word)
        || snapshot.address().value().equals(word)
        || snapshot.address().redacted().equals(word);
  }
}
