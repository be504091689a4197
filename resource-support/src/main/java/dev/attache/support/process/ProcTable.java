package dev.attache.support.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table that Linux has of its processes under {@code /proc} (proc(5)). Elsewhere every answer
 * is empty. Processes come and go while one looks: what has vanished is passed over.
 */
final class ProcTable {

  private static final Path PROC = Path.of("/proc");

  /** As many processes are looked up one by one; of more, a list is read. */
  private static final int FEW = 256;

  /** How often to look for what was started while one looked. */
  private static final int CHASES = 20;

  /** The flags of an open file, in octal digits (proc_pid_fdinfo(5)). */
  private static final Pattern FLAGS = Pattern.compile("flags:\\s*([0-7]+)");

  private ProcTable() {}

  /** Whether there is such a table. */
  static boolean exists() {
    return Files.isReadable(PROC.resolve("self/stat"));
  }

  /**
   * The processes of a session that have not ended. Its leader was started while this JVM ran, so
   * that all others were started later.
   *
   * @param isYoung whether that was so short a time ago that numbers cannot have come round since
   */
  static List<Long> inSession(long session, boolean isYoung) {
    long last = lastStarted();
    Look look = look(isYoung ? startedSince(session) : all(), last);
    return look.inSession(session).stream()
        .filter(pid -> pid != session && !look.isEnding(pid) && !isThread(session, pid))
        .toList();
  }

  /** Whether a number is that of a thread of a process: it can be looked up, but is not listed. */
  private static boolean isThread(long process, long number) {
    return Files.exists(PROC.resolve(process + "/task/" + number));
  }

  /** Looks at all processes, and then at those that have been started while it looked. */
  static Look look() {
    long last = lastStarted();
    return look(all(), last);
  }

  private static Look look(List<Long> pids, long lastBefore) {
    var running = new LinkedHashMap<Long, Stat>();
    addRunning(pids, running);
    long last = lastBefore;
    for (int i = 0; i < CHASES; i++) {
      long now = lastStarted();
      if (now == last) {
        break;
      }
      addRunning(startedSince(last), running);
      last = now;
    }
    return new Look(running);
  }

  private static void addRunning(List<Long> pids, Map<Long, Stat> running) {
    for (long pid : pids) {
      Stat stat = stat(pid);
      if (stat != null && !stat.isZombie()) {
        running.put(pid, stat);
      }
    }
  }

  /** Whether a process has ended and is only waited for by its parent. */
  static boolean isZombie(long pid) {
    Stat stat = stat(pid);
    return stat != null && stat.isZombie();
  }

  /** The pipes that this process has open, {@code pipe:[12345]}, by their descriptors. */
  static Map<File, String> ownPipes() {
    return pipes(PROC.resolve("self/fd"));
  }

  /** Whether a descriptor of this process is open for writing. */
  static boolean isWritable(File descriptor) {
    try {
      String info = Files.readString(PROC.resolve("self/fdinfo/" + descriptor.getName()));
      Matcher flags = FLAGS.matcher(info);
      return flags.find() && (Long.parseLong(flags.group(1), 8) & 3) != 0;
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  /** The processes, other than this one, that have one of these pipes open, and whose it is. */
  static <T> Map<Long, T> holders(Map<String, T> owners) {
    var holders = new LinkedHashMap<Long, T>();
    if (owners.isEmpty()) {
      return holders;
    }
    long own = ProcessHandle.current().pid();
    for (long pid : all()) {
      for (String pipe :
          pid == own ? Set.<String>of() : pipes(PROC.resolve(pid + "/fd")).values()) {
        T owner = owners.get(pipe);
        if (owner != null) {
          holders.put(pid, owner);
        }
      }
    }
    return holders;
  }

  private static Map<File, String> pipes(Path directory) {
    var pipes = new HashMap<File, String>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(directory)) {
      for (Path descriptor : descriptors) {
        String target = target(descriptor);
        if (target.startsWith("pipe:[")) {
          pipes.put(descriptor.toFile(), target);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended meanwhile, or belongs to somebody else.
    }
    return pipes;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  /** The processes with numbers above {@code pid}, or all if the numbers began anew since. */
  private static List<Long> startedSince(long pid) {
    long last = lastStarted();
    if (last < pid || last - pid > FEW) {
      return all();
    }
    var later = new ArrayList<Long>();
    for (long each = pid + 1; each <= last; each++) {
      later.add(each);
    }
    return later;
  }

  /** The number of the process that was started last: the fifth field of {@code loadavg}. */
  private static long lastStarted() {
    try {
      String[] fields =
          Files.readString(PROC.resolve("loadavg"), ISO_8859_1).strip().split(" ", -1);
      return Long.parseLong(fields[4]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private static List<Long> all() {
    var pids = new ArrayList<Long>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path entry : entries) {
        pids.add(Long.parseLong(String.valueOf(entry.getFileName())));
      }
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return pids; // no such table, or something in it that is no process
    }
    return pids;
  }

  private static @Nullable Stat stat(long pid) {
    try {
      return Stat.parse(Files.readString(PROC.resolve(pid + "/stat"), ISO_8859_1));
    } catch (IOException e) {
      return null;
    }
  }

  /** The processes that had not ended at one moment. */
  record Look(Map<Long, Stat> running) {

    /** Whether there is no such table. */
    boolean isEmpty() {
      return running.isEmpty();
    }

    boolean isEnding(long pid) {
      Stat stat = running.get(pid);
      return stat == null || stat.isEnding();
    }

    List<Long> inSession(long session) {
      return running.entrySet().stream()
          .filter(each -> each.getValue().session == session)
          .map(Map.Entry::getKey)
          .toList();
    }

    /** The children of a process, theirs, and so on. */
    List<Long> descendantsOf(long ancestor) {
      var descendants = new LinkedHashSet<Long>();
      boolean isNews = true;
      while (isNews) { // numbers begin anew, so that a child may have a lower one
        isNews = false;
        for (var each : running.entrySet()) {
          long parent = each.getValue().parent;
          boolean isOne = parent == ancestor || descendants.contains(parent);
          isNews |= isOne && descendants.add(each.getKey());
        }
      }
      return List.copyOf(descendants);
    }
  }

  /** State, parent, session and flags of a process. */
  record Stat(char state, long parent, long session, long flags) {

    /** PF_EXITING of the kernel. */
    private static final long ENDING = 4;

    /** Reads a line such as {@code 12 (a name) S 1 12 12 …}; a name may hold anything. */
    static @Nullable Stat parse(String line) {
      int name = line.lastIndexOf(')');
      String[] fields = line.substring(name + 1).strip().split(" ", -1);
      return fields.length < 7
          ? null
          : new Stat(
              fields[0].charAt(0),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[3]),
              Long.parseLong(fields[6]));
    }

    /** Whether it has closed its files, or is about to, and only its death is to be told. */
    boolean isEnding() {
      return (flags & ENDING) != 0;
    }

    boolean isZombie() {
      return state == 'Z' || state == 'X';
    }
  }
}
