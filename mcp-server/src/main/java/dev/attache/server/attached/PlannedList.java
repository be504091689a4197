package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.delivery.names.UriNames;
import dev.attache.resource.spi.Candidate;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The planned attachments of a session, for clients that list resources while they are still being
 * read: some use no tool of a server before they have its list. Thread-safe.
 */
public final class PlannedList {

  /** The time to wait for slow sources, whose resources are otherwise in the later list. */
  private static final long PATIENCE_SECONDS = 1;

  private final UriNames names;
  private final int pageSize;
  private final Runnable changed;
  private final Map<String, Candidate> planned = new LinkedHashMap<>();
  private final CountDownLatch isPlanned = new CountDownLatch(1);
  private @Nullable Work work;
  private @Nullable Thread thread;
  private boolean isGiven;
  private boolean isOver;

  /**
   * @param pageSize the most resources that are listed; the complete list has the others
   * @param changed tells the client to ask for the list again
   */
  public PlannedList(UriNames names, int pageSize, Runnable changed) {
    this.names = names;
    this.pageSize = pageSize;
    this.changed = changed;
  }

  /** The references to plan. */
  private record Work(Resolver resolver, References references) {}

  /** Sets the references that will be attached. */
  public synchronized void plans(Resolver resolver, References references) {
    work = new Work(resolver, references);
  }

  /** Answers {@code resources/list} with the resources planned so far. */
  public void write(Params params, AnswerWriter out) throws IOException {
    begin();
    try {
      boolean unused = isPlanned.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the request was given up
    }
    JsonGenerator json = out.fields();
    json.writeArrayFieldStart("resources");
    for (Candidate each : given()) {
      write(json, each);
    }
    json.writeEndArray();
  }

  private synchronized List<Candidate> given() {
    isGiven = true;
    if (isOver) { // just now
      changed.run();
    }
    return planned.values().stream().limit(pageSize).toList();
  }

  private void write(JsonGenerator json, Candidate candidate) throws IOException {
    String uri = names.shown(candidate.uri()).redacted();
    json.writeStartObject();
    json.writeStringField("uri", uri);
    json.writeStringField("name", candidate.name() == null ? uri : names.shown(candidate.name()));
    if (candidate.mimeType() != null) {
      json.writeStringField("mimeType", candidate.mimeType());
    }
    if (candidate.size() != Candidate.UNKNOWN_SIZE) {
      json.writeNumberField("size", candidate.size());
    }
    json.writeEndObject();
  }

  /** Starts planning once, on a daemon thread. */
  private synchronized void begin() {
    Work todo = work;
    if (todo != null && thread == null && !isOver) {
      thread = new Thread(() -> plan(todo), "attache-first-list");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void plan(Work todo) {
    try (Resolution plan = todo.resolver().plan(todo.references())) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Planned each) {
          add(each.candidate());
        }
      }
    } catch (CancellationException e) {
      // all is attached by now, or the session has ended
    } finally {
      isPlanned.countDown();
    }
  }

  private synchronized void add(Candidate candidate) {
    planned.putIfAbsent(candidate.uri().value(), candidate);
  }

  /** Ends the planning, and tells a client that has such a list to ask for the complete one. */
  public synchronized void end() {
    isOver = true;
    if (thread != null) {
      thread.interrupt();
    }
    if (isGiven) {
      changed.run();
    }
  }
}
