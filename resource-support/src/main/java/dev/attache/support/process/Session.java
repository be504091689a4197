package dev.attache.support.process;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * All processes that come from one command: those of its session, wherever they have been adopted,
 * and those that hold one of the pipes that the command was given.
 *
 * <p>Where there is no {@code /proc}, or the command could not be given a session of its own, only
 * the descendants that are still linked to it are found. Thread-safe.
 */
public final class Session {

  /** How long processes have to end when they are asked to. */
  public static final long TERM_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long processes have when nobody can wait for them. */
  public static final long HURRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long to wait for processes to vanish that have been killed. */
  private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LOOK_MILLIS = 10;

  /** How often to look again at once when all that was seen has ended. */
  private static final int LOOKS = 10;

  /** Nobody starts as many processes within this time as there are numbers, 32768 at least. */
  private static final long YOUNG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long started = System.nanoTime();
  private final Process leader;
  private final boolean isOwn;
  private final Set<String> pipes;
  private final Set<Long> asked = ConcurrentHashMap.newKeySet();

  /**
   * @param isOwn whether the leader leads a session of its own
   * @param pipes the pipes of the command, as {@link ProcTable} names them
   */
  Session(Process leader, boolean isOwn, Set<String> pipes) {
    this.leader = leader;
    this.isOwn = isOwn;
    this.pipes = pipes;
  }

  /** {@return the pipes of the command, {@code pipe:[12345]}; empty where they cannot be found} */
  public Set<String> pipes() {
    return pipes;
  }

  /** {@return whether a process of the session, other than the leader, still runs} */
  public boolean hasRest() {
    var members = new LinkedHashSet<ProcessHandle>();
    if (isOwn) {
      boolean isYoung = System.nanoTime() - started < YOUNG_NANOS;
      handles(ProcTable.inSession(leader.pid(), isYoung), members);
    }
    return !members.isEmpty();
  }

  /**
   * Ends all of these: asks them, waits, and kills those that remain. Interruption shortens the
   * waiting. One look at the processes serves all sessions, because it takes as long as for one.
   *
   * @param sessions those to end, in any order; may be none
   * @param patienceNanos how long those that were asked are waited for, in nanoseconds; 0 to kill
   *     at once
   * @return how many processes had to be asked
   */
  public static int end(Collection<Session> sessions, long patienceNanos) {
    if (sessions.isEmpty()) {
      return 0;
    }
    long start = System.nanoTime();
    boolean interrupted = false;
    Set<ProcessHandle> members = askToEnd(sessions);
    while (!members.isEmpty() && System.nanoTime() - start < patienceNanos && !interrupted) {
      interrupted = pause();
      members = askToEnd(sessions);
    }
    interrupted |= kill(sessions);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return sessions.stream().mapToInt(session -> session.asked.size()).sum();
  }

  /** Asks those that have not been asked before, and returns all that still run. */
  private static Set<ProcessHandle> askToEnd(Collection<Session> sessions) {
    Map<ProcessHandle, Session> members = members(sessions);
    members.forEach(
        (member, session) -> {
          if (session.asked.add(member.pid())) {
            member.destroy();
          }
        });
    return members.keySet();
  }

  /**
   * Kills again and again, because those that are killed may just have started others, and at once
   * while there are others; true if interrupted.
   */
  private static boolean kill(Collection<Session> sessions) {
    long start = System.nanoTime();
    boolean interrupted = false;
    var killed = new HashSet<ProcessHandle>();
    for (var members = members(sessions); !members.isEmpty(); members = members(sessions)) {
      members.keySet().forEach(ProcessHandle::destroyForcibly);
      if (!killed.addAll(members.keySet())) {
        interrupted |= pause();
      }
      if (System.nanoTime() - start > KILL_NANOS) {
        break; // somebody else's, or beyond killing
      }
    }
    return interrupted;
  }

  /**
   * What still runs; who only holds a pipe is looked for, which takes longer, when all else ended.
   */
  private static Map<ProcessHandle, Session> members(Collection<Session> sessions) {
    var members = new LinkedHashMap<ProcessHandle, Session>();
    boolean isSeen = true;
    // what ends while one looks may have started another to go on in its place
    for (int i = 0; i < LOOKS && isSeen && members.isEmpty(); i++) {
      ProcTable.Look look = ProcTable.look();
      for (Session session : sessions) {
        session.membersIn(look).forEach(member -> members.putIfAbsent(member, session));
      }
      isSeen = !members.isEmpty();
      members.keySet().removeIf(Session::hasEnded);
    }
    if (members.isEmpty()) {
      var owners = new HashMap<String, Session>();
      sessions.forEach(session -> session.pipes.forEach(pipe -> owners.put(pipe, session)));
      ProcTable.holders(owners)
          .forEach(
              (pid, session) ->
                  ProcessHandle.of(pid)
                      .filter(holder -> !session.isBeingStarted(holder))
                      .ifPresent(holder -> members.put(holder, session)));
      members.keySet().removeIf(Session::hasEnded);
    }
    return members;
  }

  private Set<ProcessHandle> membersIn(ProcTable.Look look) {
    var members = new LinkedHashSet<ProcessHandle>();
    if (leader.isAlive() && !ProcTable.isZombie(leader.pid())) {
      members.add(leader.toHandle());
      if (look.isEmpty()) {
        leader.descendants().forEach(members::add);
      }
      handles(look.descendantsOf(leader.pid()), members);
    }
    if (isOwn) {
      handles(look.inSession(leader.pid()), members);
    }
    return members;
  }

  /** Adds processes, except for the leader, whose number may be a stranger's when it has ended. */
  private void handles(List<Long> pids, Set<ProcessHandle> handles) {
    for (long pid : pids) {
      if (pid != leader.pid()) {
        ProcessHandle.of(pid).ifPresent(handles::add);
      }
    }
  }

  /** Whether a process is another command, which for a moment has all that this JVM has open. */
  private boolean isBeingStarted(ProcessHandle process) {
    return process.pid() != leader.pid()
        && process.parent().filter(ProcessHandle.current()::equals).isPresent();
  }

  private static boolean hasEnded(ProcessHandle process) {
    return !process.isAlive() || ProcTable.isZombie(process.pid());
  }

  /** Waits a moment; true if interrupted. */
  private static boolean pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
