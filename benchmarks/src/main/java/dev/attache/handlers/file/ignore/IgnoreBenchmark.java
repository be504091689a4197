package dev.attache.handlers.file.ignore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to ask an ignore file of a hundred lines about one path. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class IgnoreBenchmark {
  private static final byte[] PATH = "src/main/java/dev/attache/Main.java".getBytes(UTF_8);
  private static final int NAME_START = PATH.length - "Main.java".length();

  private IgnoreRules rules = IgnoreRules.none();

  @Setup
  public void parse() {
    var lines =
        new StringBuilder("target/\n*.class\n/build/\n**/gen/*.c\ndoc/*.txt\n!keep.class\n");
    for (int i = 0; i < 94; i++) {
      lines.append(i % 3 == 0 ? "name" : i % 3 == 1 ? "*.ext" : "/path/to/*/file").append(i);
      lines.append('\n');
    }
    IgnoreFile file = IgnoreFile.parse(".gitignore", lines.toString().getBytes(UTF_8));
    rules = IgnoreRules.none().child(0, file, null);
  }

  @Benchmark
  public @Nullable Object decide() {
    return rules.decide(PATH, PATH.length, NAME_START, false);
  }
}
