package dev.attache.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small shell beside a server, which ends the server when this JVM was killed and could not.
 *
 * <p>Its standard input is a pipe of which only this JVM has the other end: a line on it says that
 * the server has been ended, its end without a line that the JVM is no more. Most servers then end
 * by themselves, because the same is true of their standard input; those that do not are asked
 * after a second, and killed after two more, with all of their session, and after that whoever has
 * left the session but still holds the pipes of the server. Signals of a terminal do not concern
 * the guard, because the JVM may take its time to end.
 */
final class OrphanWatchdog {

  private static final Path SHELL = Path.of("/bin/sh");

  /** What stands in {@code /proc/N/stat} after the name is state, parent, group and session. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      read -r over && exit 0
      send() {
        rest=1
        if [ ! -r /proc/self/stat ]; then
          kill "-$1" "$0" && rest=0
          return $rest
        fi
        for stat in /proc/[0-9]*/stat; do
          line=
          read -r line < "$stat" || continue
          pid=${line%% *}
          set -- "$1" ${line##*) }
          if [ "$pid" = "$0" ] || [ "$5" = "$0" ]; then
            case $2 in Z|X) continue ;; esac
            kill "-$1" "$pid" && rest=0
          fi
        done
        return $rest
      }
      end_session() {
        send TERM || return
        sleep 1
        send 0 || return
        sleep 1
        for again in 1 2 3; do
          send KILL || return
        done
      }
      pipes=$1
      send_holders() {
        ls -l /proc/[0-9]*/fd | while read -r line; do
          case $line in
            /proc/*) pid=${line#/proc/} pid=${pid%%/*} ;;
            *'-> pipe:'*) case $pipes in *" ${line##*-> } "*) kill "-$1" "$pid" ;; esac ;;
          esac
        done
      }
      sleep 1
      end_session
      send_holders TERM
      sleep 1
      send_holders KILL
      """;

  private final Process shell;

  private OrphanWatchdog(Process shell) {
    this.shell = shell;
  }

  /** Starts a guard of a server, which was given these pipes; null where there is no such shell. */
  static @Nullable OrphanWatchdog over(long pid, Set<String> pipes) {
    if (!Files.isExecutable(SHELL)) {
      return null;
    }
    var builder =
        new ProcessBuilder(
            SHELL.toString(),
            "-c",
            SCRIPT,
            Long.toString(pid),
            " " + String.join(" ", pipes) + " ");
    builder.directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    try {
      return new OrphanWatchdog(builder.start());
    } catch (IOException e) {
      return null; // the server still sees the end of its standard input
    }
  }

  /** Tells the guard that there is nothing to be ended any more, and so ends it. */
  void dismiss() {
    try (OutputStream input = shell.getOutputStream()) {
      input.write('\n');
    } catch (IOException e) {
      // It has been killed.
    }
  }
}
