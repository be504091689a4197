package dev.attache.benchmarks;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import java.io.IOException;
import java.time.Instant;
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

/** What it costs to write the JSON of a resource. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResourceJsonBenchmark {
  @Param({"0", "6144", "1048576"})
  int bytes;

  private Resource resource =
      Resource.builder(ResourceUri.of("x:"), ResourceContent.text("")).build();

  @Setup
  public void fill() {
    String line = "  return \"a line with two quotes and a line feed\";\n";
    String text = line.repeat(bytes / line.length() + 1).substring(0, bytes);
    resource =
        Resource.builder(ResourceUri.of("file:///work/src/Main.java"), ResourceContent.text(text))
            .mimeType("text/x-java-source")
            .annotations(
                Annotations.lastModified(Instant.ofEpochSecond(1_800_000_000, 123_456_789)))
            .name("src/Main.java")
            .build();
  }

  @Benchmark
  public String write() throws IOException {
    return ResourceJson.write(resource);
  }
}
