package dev.attache.benchmarks;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What the whole engine costs for a tree of 1,000 texts of 1,500 bytes, once it is warm. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ResolveBenchmark {
  private static final int DIRECTORIES = 10;
  private static final int FILES = 100;

  @Param({"1", "4"})
  int jobs;

  private Path tree = Path.of("");

  @Setup
  public void write() throws IOException {
    tree = Files.createTempDirectory("attache-benchmark-");
    for (int i = 0; i < DIRECTORIES; i++) {
      Path directory = Files.createDirectory(tree.resolve("d" + i));
      for (int j = 0; j < FILES; j++) {
        String line = "line of file " + i + " " + j + "\n";
        Files.writeString(directory.resolve("F" + j + ".java"), line.repeat(1500 / line.length()));
      }
    }
  }

  @TearDown
  public void delete() throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Benchmark
  public long resolve() throws IOException {
    HandlerRegistry handlers = HandlerRegistry.load(getClass().getClassLoader());
    Resolver resolver =
        Resolver.builder(handlers).workspace(tree).jobs(jobs).keepContent(false).build();
    long bytes = 0;
    try (Resolution resolution = resolver.resolve(List.of("."))) {
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          bytes += resolved.snapshot().resource().content().size();
        }
      }
    }
    return bytes;
  }
}
