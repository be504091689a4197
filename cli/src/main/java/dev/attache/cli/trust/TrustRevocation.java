package dev.attache.cli.trust;

import dev.attache.cli.permission.TrustItem;
import dev.attache.core.trust.TrustRecord;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.HandlerJarException;
import dev.attache.jars.trust.HandlerFiles;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The taking back of trust: by command, server or jar, or by the ID that the list shows, which does
 * without the thing.
 */
record TrustRevocation(TrustSession session, HandlerFiles files) implements TrustChange {

  private static final String ALGORITHM = "sha256:";
  private static final Pattern ID = Pattern.compile("(" + ALGORITHM + ")?[0-9a-f]{6,64}");

  /** Whether a text is a digest, or enough of its beginning. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  @Override
  public void apply(TrustItem item, Requester requester) throws IOException {
    boolean wasTrusted = session.store().forget(item.kind(), item.digest());
    CommandPolicy.Decision now = item.decision();
    if (wasTrusted || !requester.isUser()) {
      session.output().changed(item, wasTrusted ? "forgotten" : "not trusted");
      if (now.isAllowed()) {
        session.run().console().note(item.label() + ": still runs: " + now.why());
      }
    } else {
      session.fail(
          item.label()
              + ": is not trusted"
              + (now.isAllowed() ? ", but still runs: " + now.why() : ""));
    }
  }

  /** Takes back the trust in the one thing with an ID. */
  void forget(String id) throws IOException {
    String hex = id.startsWith(ALGORITHM) ? id.substring(ALGORITHM.length()) : id;
    List<TrustRecord> found = session.store().read().findAll(hex);
    List<ContentDigest> digests = found.stream().map(TrustRecord::digest).distinct().toList();
    if (digests.isEmpty()) {
      session.fail(id + ": no trusted item has this ID");
    } else if (digests.size() > 1) {
      session.fail(
          id
              + ": several IDs start with this; give more digits: "
              + String.join(", ", digests.stream().map(ContentDigest::hex).toList()));
    } else {
      forget(found.get(0));
    }
  }

  /** Takes back the trust in what lies where a name points to, and in what lay there before. */
  void forgetJar(String name) throws IOException {
    var found = new ArrayList<>(trustedFor(name));
    for (TrustRecord each : files.recorded(name)) {
      if (!found.contains(each)) {
        found.add(each);
      }
    }
    if (found.isEmpty()) {
      session.fail(name + ": is not trusted");
    }
    for (TrustRecord each : found) {
      forget(each);
    }
  }

  /** The record of the very bytes that are there; none if they cannot be read. */
  private List<TrustRecord> trustedFor(String name) {
    Path path = files.find(name);
    if (path == null) {
      return List.of();
    }
    try {
      ContentDigest digest = HandlerJar.read(path, files.places().kind(path)).digest();
      return files.trusted().stream().filter(each -> each.digest().equals(digest)).toList();
    } catch (HandlerJarException e) {
      return List.of(); // what lay there before is known by its path
    }
  }

  private void forget(TrustRecord each) throws IOException {
    if (session.store().forget(each.kind(), each.digest())) {
      session.output().forgotten(each);
    }
    if (each.kind().equals(TrustRecord.JAR)) {
      files.places().removeCopy(each.digest());
    }
  }
}
