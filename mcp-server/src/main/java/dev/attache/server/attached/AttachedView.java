package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachHint;
import dev.attache.core.Resolver;
import dev.attache.history.StoreException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.server.rpc.RequestException;
import dev.attache.support.text.Sanitizer;
import java.net.URLEncoder;
import java.util.List;

/**
 * The attachments of the conversation of a session, as its client names it. Immutable, over a
 * conversation that grows.
 *
 * @param resolver what knows the spellings of URIs
 */
public record AttachedView(Conversation conversation, Resolver resolver) {

  /** All of it, as it is now. */
  AttachedList listing() throws StoreException {
    return AttachedList.of(conversation);
  }

  /** What the client means by a URI, an address or a path; empty if there is nothing. */
  List<ListedResource> find(String named) throws StoreException {
    return listing().find(named, conversation, resolver);
  }

  /** Why what the client names cannot be had, and what to do. */
  RequestException notAttached(String named) {
    String shown = shown(named);
    String hint =
        isPlain(named)
            ? AttachHint.USER.sentence()
            : "No resource is named so: in a URI such characters are percent-encoded.";
    return notAttached(named, shown + " is not attached. " + hint);
  }

  /** The same, for which somebody knows why. */
  RequestException notAttached(String named, String why) {
    return RequestException.notFound(shown(named), why);
  }

  private static boolean isPlain(String named) {
    return Sanitizer.sanitizeLine(named).equals(named);
  }

  /** Without secrets; percent-encoded is what may be on no line, and in no URI. */
  private static String shown(String named) {
    String redacted = Redaction.redact(named);
    if (isPlain(redacted)) {
      return redacted;
    }
    var shown = new StringBuilder();
    redacted
        .codePoints()
        .mapToObj(Character::toString)
        .forEach(each -> shown.append(isPlain(each) ? each : URLEncoder.encode(each, UTF_8)));
    return shown.toString();
  }
}
