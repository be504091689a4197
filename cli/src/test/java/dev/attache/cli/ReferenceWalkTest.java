package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A walk by chance over what people and models do with conversations. An oracle keeps what each
 * model has seen, by what was printed to it and by nothing else: whenever it is referred to a
 * content, it has seen exactly that, and nothing that was asked for is absent without a line.
 */
class ReferenceWalkTest {

  private static final int STEPS = Boolean.getBoolean("attache.slow") ? 10_000 : 150;
  private static final long SEED = Long.getLong("attache.seed", 18);
  private static final List<String> FILES = List.of("a.txt", "b.txt", "d/c.txt", "d/e.txt");

  private static final Pattern FULL =
      Pattern.compile("<resource(?:-\\w+)? uri=\"([^\"]+)\"[^>]*digest=\"sha256:(\\w{12})\"");

  private static final Pattern REFERENCE =
      Pattern.compile("The content of (\\S+) is identical to .*?\\(sha256:(\\w{12})\\)\\..*");

  @TempDir Path temporary;

  private final Random random = new Random(SEED);
  private final List<Model> models = new ArrayList<>();
  private Talk talk;
  private int references;

  /** What the model of a conversation has seen, turn by turn; not what the product has recorded. */
  private static final class Model {
    final String id;
    final List<Set<String>> turns = new ArrayList<>();
    boolean isServed;

    Model(String id) {
      this.id = id;
    }

    boolean hasSeen(String what) {
      return turns.stream().anyMatch(turn -> turn.contains(what));
    }
  }

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
  }

  @Test
  void refersOnlyToWhatTheModelHasSeen() {
    FILES.forEach(this::edit);
    for (int step = 0; step < STEPS; step++) {
      try {
        step();
      } catch (AssertionError e) {
        throw new AssertionError("step " + step + " of seed " + SEED + ": " + e.getMessage(), e);
      }
    }
    models.forEach(this::checkWhole);
    assertThat(references).as("so that this tests something").isGreaterThan(STEPS / 10);
  }

  private void step() {
    if (models.isEmpty() || (models.size() < 5 && random.nextInt(40) == 0)) {
      models.add(new Model("m" + models.size()));
      query(models.get(models.size() - 1), true);
      return;
    }
    Model model = models.get(random.nextInt(models.size()));
    String file = FILES.get(random.nextInt(FILES.size()));
    switch (random.nextInt(14)) {
      case 0, 1 -> edit(file);
      case 2 -> delete(file);
      case 3, 4, 5, 6 -> query(model, false);
      case 7 -> unread(model, file);
      case 8 -> talk.good("respond", "-q", "--id", model.id, "I see.");
      case 9, 10 -> refresh(model, file);
      case 11 -> result(model, file);
      case 12 -> fork(model);
      default -> serveOrCheck(model, file);
    }
  }

  private void edit(String name) {
    String text = Talk.LONG + random.nextInt(3) + "\n";
    talk.file(name, random.nextInt(6) == 0 ? "short\n" : text);
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path path(String name) {
    return talk.workspace().directory().resolve(name);
  }

  private String uri(String name) {
    return talk.workspace().workspace().uri() + "/" + name;
  }

  private void query(Model model, boolean isNew) {
    var line = new ArrayList<>(List.of("query", "-q", "--id", model.id, "And this?"));
    if (isNew) {
      line.add("--new");
    }
    var named = new HashSet<String>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String file = FILES.get(random.nextInt(FILES.size()));
      if (named.add(file)) {
        line.addAll(List.of("--attach", file));
      }
    }
    CliRun run = talk.run(line.toArray(String[]::new));
    model.turns.add(new HashSet<>());
    look(model, run.out());
    for (String file : named) {
      assertThat(run.out())
          .as(String.join(" ", line))
          .containsPattern(
              "(uri=\"|The content of )" + Pattern.quote(uri(file)) + "|not attached: " + file);
    }
  }

  /** A turn whose reader has gone. */
  private void unread(Model model, String file) {
    talk.workspace()
        .workspace()
        .run(
            new Failing(new IOException("Broken pipe")),
            new StringWriter(),
            "query",
            "-q",
            "--id",
            model.id,
            "-a",
            file,
            "Lost.");
    model.turns.add(new HashSet<>());
  }

  private void refresh(Model model, String file) {
    String[] force = random.nextInt(5) == 0 ? new String[] {"--force"} : new String[0];
    var line = new ArrayList<>(List.of("refresh", "-q", "--id", model.id, file));
    line.addAll(List.of(force));
    look(model, talk.run(line.toArray(String[]::new)).out());
  }

  private void result(Model model, String file) {
    String text = Talk.LONG + random.nextInt(3) + "\n";
    talk.input(
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\""
            + file
            + "\",\"text\":\""
            + text.replace("\n", "\\n")
            + "\"}}]"
            + (random.nextInt(6) == 0 ? ",\"isError\":true}" : "}"));
    look(model, talk.good("tool-result", "-q", "--id", model.id, "--tool", "read").out());
  }

  private void fork(Model model) {
    if (models.size() >= 8) {
      models.remove(random.nextInt(models.size()));
      return;
    }
    int turns = random.nextInt(model.turns.size() + 1);
    var fork = new Model("f" + random.nextInt(Integer.MAX_VALUE));
    talk.good(
        "conversation", "fork", model.id, "--to", fork.id, "--turns", Integer.toString(turns));
    model.turns.subList(0, turns).forEach(turn -> fork.turns.add(new HashSet<>(turn)));
    fork.isServed = model.isServed;
    models.add(fork);
    if (turns == 0) {
      query(fork, false);
    }
  }

  /** A client that begins has a model that has seen nothing, whoever has asked before. */
  private void serveOrCheck(Model model, String file) {
    if (random.nextInt(3) > 0) {
      checkWhole(model);
      return;
    }
    ServeRun run = ServeRun.in(talk).refresh(uri(file)).serve("--conversation", model.id).good();
    assertThat(run.result(1).toString()).doesNotContain("is identical to");
    model.turns.add(new HashSet<>());
    model.isServed = true; // what others were given is in the whole of it from now on
  }

  private void look(Model model, String printed) {
    Set<String> turn = model.turns.get(model.turns.size() - 1);
    for (String line : printed.split("\n", -1)) {
      Matcher reference = REFERENCE.matcher(line);
      if (reference.matches()) {
        references++;
        String what = reference.group(1) + " " + reference.group(2);
        assertThat(model.isServed || model.hasSeen(what)).as(line).isTrue();
      }
      Matcher full = FULL.matcher(line);
      if (full.find()) {
        turn.add(full.group(1) + " " + full.group(2));
      }
    }
  }

  /** In the whole of a conversation each line refers to what is there before it. */
  private void checkWhole(Model model) {
    var seen = new HashSet<String>();
    for (String line : talk.good("conversation", "print", "-q", model.id).out().split("\n", -1)) {
      Matcher reference = REFERENCE.matcher(line);
      if (reference.matches()) {
        assertThat(seen).as(line).contains(reference.group(1) + " " + reference.group(2));
      }
      Matcher full = FULL.matcher(line);
      if (full.find()) {
        seen.add(full.group(1) + " " + full.group(2));
      }
    }
  }
}
