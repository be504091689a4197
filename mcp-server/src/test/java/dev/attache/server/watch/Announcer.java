package dev.attache.server.watch;

import dev.attache.core.outcome.Snapshot;
import dev.attache.test.LongWait;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Tells of changes to {@code counted:} sources when it is told to; of {@code counted:bad} it fails.
 */
final class Announcer implements SourceChanges {

  final List<Runnable> told = new CopyOnWriteArrayList<>();

  @Override
  public @Nullable Runnable onChange(Snapshot snapshot, Runnable changed) throws IOException {
    String uri = snapshot.resource().uri().value();
    if (uri.equals("counted:bad")) {
      throw new IOException("the server does not tell");
    }
    if (!uri.startsWith("counted:")) {
      return null;
    }
    told.add(changed);
    return () -> told.remove(changed);
  }

  void announce() {
    told.forEach(Runnable::run);
  }

  void await(int count) {
    LongWait.await().until(() -> told.size() == count);
  }
}
