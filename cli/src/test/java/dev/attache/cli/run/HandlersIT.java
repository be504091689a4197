package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.ForeignJar;
import dev.attache.cli.Launch;
import dev.attache.cli.Launch.Ended;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of others, dropped into the folder of an installed command. */
@Tag("process")
@Tag("slow")
class HandlersIT {

  private static final String SEE = "; run attache handlers doctor";

  private final Path attache = Launch.installed();

  @TempDir Path temporary;

  private Path home = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void createWorkspace() throws IOException {
    home = temporary.toRealPath();
    folder = home.resolve("config/attache/handlers");
    Files.writeString(Files.createDirectory(home.resolve("ws")).resolve("a.txt"), "hello\n");
  }

  private Ended run(Object... arguments) {
    return Launch.in(
            home.resolve("ws"), Stream.concat(Stream.of(attache), Stream.of(arguments)).toArray())
        .with("XDG_CONFIG_HOME", home + "/config")
        .with("XDG_STATE_HOME", home + "/state")
        .run();
  }

  private ForeignJar jar(String name, String scheme) throws IOException {
    return ForeignJar.of(Files.createTempDirectory(home, "made"), name, scheme, "from " + name);
  }

  /** Trusts what does not work, as it may have done before Java or the command changed. */
  private Path trusted(Path jar) throws IOException {
    TrustStore.at(home.resolve("state/attache/trust.jsonl"))
        .trust(
            new TrustRecord(
                TrustRecord.JAR,
                ContentDigest.sha256(Files.readAllBytes(jar)),
                folder.toString(),
                jar.toString(),
                Instant.parse("2026-11-20T00:00:00Z")));
    return jar;
  }

  private static String problem(String provider, Path jar, String reason) {
    return "handler " + provider + " of " + jar + " cannot be used: " + reason;
  }

  /** Puts five broken jars and a changed one beside a good one; returns what is to be said. */
  private List<String> dropIn() throws IOException {
    Path good = jar("Moon", "moon").write(folder.resolve("a-good.jar"));
    assertThat(run("handlers", "trust", "a-good.jar").exitCode()).isZero();
    Path missing =
        trusted(jar("Gone", "bee").without("Gone").write(folder.resolve("b-missing.jar")));
    Path orphan =
        trusted(
            ForeignJar.empty(home)
                .source("Base", "package ext; public class Base {}")
                .handler("Orphan", "cee", "return \"x\";", "extends Base")
                .without("Base")
                .write(folder.resolve("c-orphan.jar")));
    Path newer =
        trusted(jar("Newer", "dee").compiledFor(99, "Newer").write(folder.resolve("d-newer.jar")));
    Path services =
        trusted(jar("Named", "eee").names("no name").write(folder.resolve("e-services.jar")));
    Path second = trusted(jar("Second", "moon").write(folder.resolve("f-second.jar")));
    Path changed = trusted(jar("Mars", "mars").write(folder.resolve("g-changed.jar")));
    jar("Mars", "mars").says("Implementation-Version", "2").write(changed);
    return List.of(
        problem("ext.Gone", missing, "the class is missing"),
        problem("ext.Orphan", orphan, "it needs the class ext.Base, which is missing"),
        problem(
            "ext.Newer",
            newer,
            "it was compiled for Java 99, and this is Java " + Runtime.version().feature()),
        "handlers of "
            + services
            + " cannot be used: it has a META-INF/services/"
            + "dev.attache.resource.spi.ResourceHandler that has a line 2 that is not a class"
            + " name: no name",
        problem("ext.Second", second, "its scheme \"moon\" belongs to ext.Moon of " + good),
        changed.toString());
  }

  @Test
  void areEachReportedOnceAndCostTheOthersNothing() throws IOException {
    List<String> said = dropIn();
    Ended ended = run("resolve", "a.txt", "moon:full");
    var expected = new ArrayList<String>();
    // a trusted jar is loaded when its scheme is asked for: nobody asks for bee: and dee:
    for (String each : List.of(said.get(1), said.get(3), said.get(4))) {
      expected.add("attache: " + each + SEE);
    }
    expected.add(
        "attache: "
            + said.get(5)
            + " has changed since you trusted it on 2026-11-20, so its handlers (mars:) are not"
            + " used; review it, then trust it with: attache handlers trust "
            + said.get(5));
    assertThat(ended.err().lines()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ended.out()).contains("hello\n", "from Moon moon:full");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void areExaminedEachOnce() throws IOException {
    List<String> said = dropIn();
    Ended ended = run("handlers", "doctor");
    List<String> lines = ended.out().lines().toList();
    assertThat(lines).contains(said.subList(0, 5).toArray(String[]::new));
    assertThat(lines)
        .contains(
            "handlers of "
                + said.get(5)
                + " cannot be used: it has changed since you trusted it on"
                + " 2026-11-20")
        .endsWith("6 usable, 6 not")
        .hasSize(13);
    assertThat(lines.stream().filter(line -> line.startsWith("fix: "))).hasSize(6);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void keepNoCommandAliveByTheirThreads() throws IOException {
    String body =
        "Thread thread = new Thread(() -> { while (true) Thread.onSpinWait(); });"
            + " thread.setDaemon(false); thread.start(); return \"from Busy\";";
    trusted(
        ForeignJar.empty(home)
            .says("Attache-Schemes", "busy")
            .handler("Busy", "busy", body, "")
            .write(folder.resolve("busy.jar")));
    Ended ended = run("resolve", "busy:1");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("from Busy");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void makeNothingWhereThereAreNone() {
    assertThat(run("resolve", "a.txt").exitCode()).isZero();
    assertThat(home.resolve("state")).doesNotExist();
  }
}
