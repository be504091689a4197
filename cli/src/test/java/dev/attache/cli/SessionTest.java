package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The session that {@code docs/session.md} shows: every command of it is run by a shell, and what
 * is printed has to stand there.
 *
 * <p>{@code -Dattache.golden=write} writes what is printed into the page; look at what changes.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
class SessionTest {

  private static final Path PAGE = Path.of("../docs/session.md");
  private static final String SHOWN_WORKSPACE = "/tmp/demo";
  private static final String SHOWN_SERVER = "127.0.0.1:8000";

  /** What is another in each run: times, and what depends on the length of the path. */
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}|(?<=\\n"
              + "saved {9})[^\\n"
              + "]*|(?<=, )[0-9.]+ K?i?B(?= freed)");

  @TempDir Path temporary;

  @Test
  void printsWhatThePageShows() throws Exception {
    try (var server = new MockWebServer()) {
      server.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              return answer(request);
            }
          });
      server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
      var shell = Shell.in(temporary.toRealPath(), "127.0.0.1:" + server.getPort());
      String page = Files.readString(PAGE);
      String printed = shell.run(page);
      if ("write".equals(System.getProperty("attache.golden"))) {
        Files.writeString(PAGE, printed);
        page = printed;
      }
      assertThat(stable(printed)).isEqualTo(stable(page));
      assertThat(printed).doesNotContain("Exception");
    }
  }

  private static String stable(String text) {
    return VARYING.matcher(text).replaceAll("…");
  }

  private static MockResponse answer(RecordedRequest request) {
    var response = new MockResponse.Builder().addHeader("ETag", "\"1\"");
    return "\"1\"".equals(request.getHeaders().get("If-None-Match"))
        ? response.code(304).build()
        : response.addHeader("Content-Type", "text/plain").body("Primes only.\n").build();
  }

  /** A shell in a workspace, in which {@code attache} is this build. */
  private record Shell(Path root, Path workspace, String server) {

    static Shell in(Path root, String server) throws IOException {
      Path workspace = Files.createDirectory(root.resolve("demo"));
      Path program = Files.createDirectory(root.resolve("bin")).resolve("attache");
      Files.writeString(
          program,
          "#!/bin/sh\nexec '"
              + Path.of(System.getProperty("java.home"), "bin/java")
              + "' -Xshare:auto -XX:TieredStopAtLevel=1 -cp '"
              + System.getProperty("java.class.path")
              + "' "
              + Main.class.getName()
              + " \"$@\"\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      Path settings = Files.createDirectories(root.resolve("config/attache"));
      Files.writeString(settings.resolve("config.toml"), "[http]\nallow = ['127.0.0.1']\n");
      return new Shell(root, workspace, server);
    }

    /** Runs the commands of a page in order, and returns the page with what they printed. */
    String run(String page) throws Exception {
      var printed = new StringBuilder();
      boolean isConsole = false;
      for (String line : page.lines().toList()) {
        if (line.startsWith("```")) {
          isConsole = line.equals("```console");
        } else if (isConsole && !line.startsWith("$ ")) {
          continue; // what was printed when the page was written
        }
        printed.append(line).append('\n');
        if (isConsole && line.startsWith("$ ")) {
          printed.append(shown(execute(actual(line.substring(2)))));
        }
      }
      return printed.toString();
    }

    private String actual(String command) {
      return command.replace(SHOWN_SERVER, server).replace(SHOWN_WORKSPACE, workspace.toString());
    }

    private String shown(String output) {
      return output.replace(server, SHOWN_SERVER).replace(workspace.toString(), SHOWN_WORKSPACE);
    }

    private String execute(String command) throws Exception {
      Path output = root.resolve("output");
      var builder = new ProcessBuilder("sh", "-c", command).directory(workspace.toFile());
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      var environment = builder.environment();
      environment.put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
      environment.put("LC_ALL", "C.UTF-8");
      environment.put("HOME", root.toString());
      for (String place : new String[] {"config", "state", "cache"}) {
        String name = "XDG_" + place.toUpperCase(java.util.Locale.ROOT) + "_HOME";
        environment.put(name, root.resolve(place).toString());
      }
      Process process = builder.start();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + command);
      }
      return Files.readString(output, UTF_8);
    }
  }
}
