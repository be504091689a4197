package dev.attache.server.watch;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.conversation.tools.ChangeCheck.Finding;
import dev.attache.core.Resolver;
import dev.attache.history.AttachmentState;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watch over the sources of what a client has subscribed to: it tells when one is no more what
 * the client was last given or told of. Contents count, and not times.
 *
 * <p>Files are read again when something happens to them, and has stopped happening for a moment.
 * All else is looked at now and then, if that is cheap and the user asked for it ({@link
 * ChangeCheck}), or read again when somebody says that it has changed ({@link SourceChanges}). A
 * program is never started for it, so nothing is told of what programs print. Thread-safe.
 */
public final class SourceWatch implements AutoCloseable {

  /** How many times longer than its check a file is left alone. */
  private static final int REST = 10;

  private final ChangeCheck changes;
  private final SourceChanges others;
  private final FileWatch files;
  private final WatchClock clock;
  private final Consumer<String> changed;
  private final Consumer<String> problem;
  private final Map<String, WatchedSource> sources = new HashMap<>();
  private final CheckSchedule times;
  private final DueQueue<WatchedSource> asking;
  private boolean isLackTold;
  private boolean isClosed;

  /**
   * Watches over nothing yet.
   *
   * @param conversation the conversation that the client has
   * @param resolver what reads sources again, and says whether they may have changed
   * @param pollEvery how often a source is asked that cannot tell of changes itself
   * @param others who tells of what is not looked at
   * @param changed takes the listed URI of what is not as the client was last given or told, on a
   *     thread of the watch; what is on its way still comes after an end
   * @param problem takes a line about what cannot be watched
   */
  public SourceWatch(
      Conversation conversation,
      Resolver resolver,
      Duration pollEvery,
      SourceChanges others,
      Consumer<String> changed,
      Consumer<String> problem) {
    this(
        conversation,
        resolver,
        pollEvery,
        others,
        changed,
        problem,
        FileWatch.SHARED,
        WatchClock.SYSTEM);
  }

  SourceWatch(
      Conversation conversation,
      Resolver resolver,
      Duration pollEvery,
      SourceChanges others,
      Consumer<String> changed,
      Consumer<String> problem,
      FileWatch files,
      WatchClock clock) {
    this.changes = ChangeCheck.of(conversation, resolver);
    this.others = others;
    this.files = files;
    this.clock = clock;
    this.changed = changed;
    this.problem = problem;
    this.times = new CheckSchedule(pollEvery, clock, this::check);
    this.asking = new DueQueue<>("attache-subscribe", clock, Duration.ZERO, 1, this::ask);
  }

  /**
   * Watches over a resource from now on, under the URI that the client has for it. The client has
   * what is attached; if the source is different already, it is told so soon.
   *
   * @param listedUri the URI that the client knows it by
   * @param state what is attached, and where
   */
  public void subscribe(String listedUri, AttachmentState state) {
    subscribe(listedUri, state, state.attachment().snapshot().resource().content().digest());
  }

  /**
   * The same for a client that has something else, because a tool gave it that.
   *
   * @param listedUri the URI that the client knows it by
   * @param state what is attached, and where
   * @param given the digest of what the client has
   */
  public void subscribe(String listedUri, AttachmentState state, ContentDigest given) {
    var source = new WatchedSource(listedUri, state, given);
    WatchedSource replaced;
    String lack = null;
    synchronized (this) {
      WatchedSource known = sources.get(listedUri);
      if (isClosed || (known != null && known.state.place().equals(state.place()))) {
        return; // it is not attached anew, and what the client was told of it stays told
      }
      replaced = remove(listedUri);
      sources.put(listedUri, source);
      times.begin(source);
      if (source.file == null) {
        asking.schedule(source, now());
      } else {
        source.unwatch = files.watch(source.file, () -> touch(source));
        lack = isLackTold ? null : files.lack(source.file);
        isLackTold |= lack != null;
      }
    }
    if (replaced != null) {
      replaced.unwatch.run();
    }
    if (lack != null) {
      problem.accept(
          "some files are checked every second, because events are not available: " + lack);
    }
  }

  /**
   * Watches over it no more.
   *
   * @param listedUri the URI that the client knows it by
   */
  public void unsubscribe(String listedUri) {
    WatchedSource removed = remove(listedUri);
    if (removed != null) {
      removed.unwatch.run();
    }
  }

  private synchronized @Nullable WatchedSource remove(String listedUri) {
    WatchedSource source = sources.remove(listedUri);
    if (source != null) {
      times.remove(source);
      asking.remove(source);
    }
    return source;
  }

  /**
   * Says that the client has been given a content since, as the result of a tool, say.
   *
   * @param listedUri the URI that the client knows it by
   * @param digest of the content that it was given
   */
  public synchronized void given(String listedUri, ContentDigest digest) {
    WatchedSource source = sources.get(listedUri);
    if (source != null) {
      source.told = digest;
      source.isGiven = true;
    }
  }

  /** Whether nothing is to be looked at yet, and nothing is being looked at. */
  boolean isIdle() {
    return times.isIdle() && asking.isIdle();
  }

  /** Watches over nothing any more. */
  @Override
  public void close() {
    List<String> left;
    synchronized (this) {
      isClosed = true;
      left = List.copyOf(sources.keySet());
    }
    times.close();
    asking.close();
    left.forEach(this::unsubscribe);
  }

  private long now() {
    return clock.now();
  }

  private synchronized void touch(WatchedSource source) {
    if (isWatched(source)) {
      source.isMissing = false; // it may have been there in between
      times.touched(source);
    }
  }

  private boolean isWatched(WatchedSource source) {
    return sources.get(source.listedUri) == source;
  }

  /** Asks others to tell of a source. */
  private void ask(List<WatchedSource> due) {
    for (WatchedSource source : due) {
      try {
        Runnable end =
            changes.isAskedFor(source.state)
                ? others.onChange(source.state.attachment().snapshot(), () -> announce(source))
                : null;
        if (end != null && !keep(source, end)) {
          end.run();
        }
      } catch (IOException e) {
        problem.accept(source.listedUri + " cannot be watched: " + e.getMessage());
      } catch (RuntimeException e) {
        problem.accept(source.listedUri + " cannot be watched: " + e);
      }
    }
  }

  private synchronized boolean keep(WatchedSource source, Runnable end) {
    boolean isWatched = isWatched(source);
    if (isWatched) {
      source.unwatch = end;
    }
    return isWatched;
  }

  private synchronized void announce(WatchedSource source) {
    if (isWatched(source)) {
      source.isAnnounced = true;
      times.announced(source);
    }
  }

  private void check(List<WatchedSource> due) {
    var quiet = new ArrayList<WatchedSource>();
    var announced = new ArrayList<WatchedSource>();
    synchronized (this) {
      for (WatchedSource source : due) {
        (source.isAnnounced ? announced : quiet).add(source);
        source.touchedAt = 0; // what happens from now on counts anew
        source.isGiven = false;
        source.isAnnounced = false;
      }
    }
    try {
      check(announced, true);
      check(quiet, false);
    } catch (CancellationException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void check(List<WatchedSource> due, boolean isAnnounced) {
    if (due.isEmpty()) {
      return;
    }
    try {
      long begin = now();
      List<AttachmentState> states = due.stream().map(source -> source.state).toList();
      List<Finding> findings = isAnnounced ? changes.reread(states) : changes.findings(states);
      long rest = now() + REST * (now() - begin) / due.size();
      for (int i = 0; i < due.size(); i++) {
        settle(due.get(i), findings.get(i), rest);
      }
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | Error e) { // one broken check ends no watch
      fail(due, isAnnounced, e);
    }
  }

  /** Has all of a check looked at again that has failed; tells of the first such check. */
  private void fail(List<WatchedSource> due, boolean isAnnounced, Throwable failure) {
    boolean isFirst = false;
    synchronized (this) {
      for (WatchedSource source : due) {
        if (isWatched(source)) {
          source.failures++;
          source.isMissing = false;
          source.isAnnounced |= isAnnounced;
          isFirst |= source.failures == 1;
          times.again(source);
        }
      }
    }
    if (isFirst) {
      problem.accept("changes may be reported late, because a check failed: " + failure);
    }
  }

  private void settle(WatchedSource source, Finding finding, long rest) {
    if (isNews(source, finding, rest)) {
      changed.accept(source.listedUri);
    }
    boolean isFirst = finding.result() == ChangeCheck.Result.UNCHECKED && source.failures == 1;
    if (isFirst && finding.why() != null) {
      problem.accept(source.listedUri + " cannot be watched now: " + finding.why());
    }
  }

  /** Notes what was found, and has it looked at again when that is due. */
  private synchronized boolean isNews(WatchedSource source, Finding finding, long rest) {
    if (!isWatched(source)) {
      return false;
    }
    source.restsUntil = rest;
    if (source.isGiven) {
      source.isAnnounced = source.file == null;
      times.onceMore(source); // which of both is newer?
      return false;
    }
    boolean wasMissing = source.isMissing;
    source.isMissing = false;
    switch (finding.result()) {
      case UNCHECKED -> {
        source.failures++;
        times.again(source);
        return false;
      }
      case GONE, UNREADABLE -> {
        source.isMissing = source.touchedAt == 0; // else it is looked at soon, and counts from then
        source.failures++;
        if (source.file != null && !wasMissing) {
          times.missing(source);
          return false;
        }
      }
      case CURRENT, CHANGED -> source.failures = 0;
    }
    times.again(source);
    return source.isNews(finding);
  }
}
