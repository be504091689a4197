package dev.attache.cli;

import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The taking back of trust: by command or server, or by the ID that the list shows, which does
 * without the program.
 */
record TrustRevocation(TrustStore store, TrustOutput output, Console console, Report report)
    implements TrustChange {

  private static final String ALGORITHM = "sha256:";
  private static final Pattern ID = Pattern.compile("(" + ALGORITHM + ")?[0-9a-f]{6,64}");

  /** Whether a text is a digest, or enough of its beginning. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  @Override
  public void apply(TrustItem item, Requester requester) throws IOException {
    boolean wasTrusted = store.forget(item.kind(), item.digest());
    CommandPolicy.Decision now = item.decision();
    if (wasTrusted || requester != Requester.USER) {
      output.changed(item, wasTrusted ? "forgotten" : "not trusted");
      if (now.isAllowed()) {
        console.note(item.label() + ": runs all the same: " + now.why());
      }
    } else {
      fail(
          item.label()
              + ": is not trusted"
              + (now.isAllowed() ? ", and runs all the same: " + now.why() : ""));
    }
  }

  /** Takes back the trust in the one thing with an ID. */
  void forget(String id) throws IOException {
    String hex = id.startsWith(ALGORITHM) ? id.substring(ALGORITHM.length()) : id;
    List<TrustRecord> found = store.read().findAll(hex);
    List<ContentDigest> digests = found.stream().map(TrustRecord::digest).distinct().toList();
    if (digests.isEmpty()) {
      fail(id + ": nothing that is trusted has this ID");
    } else if (digests.size() > 1) {
      fail(
          id
              + ": several IDs begin so; give more of one: "
              + String.join(", ", digests.stream().map(ContentDigest::hex).toList()));
    } else if (store.forget(found.get(0).kind(), digests.get(0))) {
      output.forgotten(found.get(0));
    }
  }

  private void fail(String message) {
    console.error(message);
    report.countFailure();
  }
}
