package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.types.TypeDecision;
import dev.attache.types.TypeDetector;
import dev.attache.types.text.TextDecoder;
import dev.attache.types.text.TextReading;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to decide on text or bytes, charset and type of a file of 6 kB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TypeBenchmark {
  private static final int SIZE = 6 << 10;
  private static final TypeDetector TYPES = TypeDetector.standard();

  @Param({"src/Main.java", "LICENSE", "notes", "page.html"})
  String name = "";

  private byte[] content = {};

  @Setup
  public void fill() {
    content =
        "0123456789 abcdefghijklmnopqrstuvwxyz\n".repeat(SIZE).substring(0, SIZE).getBytes(UTF_8);
  }

  @Benchmark
  public TextReading charset() {
    return TextDecoder.read(content, content.length, null, TYPES.byName(name));
  }

  @Benchmark
  public TypeDecision type() {
    return TYPES.decide(null, name, content, content.length, true);
  }
}
