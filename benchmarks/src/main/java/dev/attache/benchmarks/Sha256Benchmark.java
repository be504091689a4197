package dev.attache.benchmarks;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
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

/**
 * What a digest costs: the JDK's own, kept and reset or made anew, and Guava's on top of it, for
 * the average source file and for a big one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Sha256Benchmark {
  @Param({"6144", "1048576"})
  int bytes;

  private byte[] content = {};
  private MessageDigest kept = sha256();

  @Setup
  public void fill() {
    content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    kept = sha256();
  }

  @Benchmark
  public byte[] messageDigestKept() {
    return kept.digest(content);
  }

  @Benchmark
  public byte[] messageDigestAnew() {
    return sha256().digest(content);
  }

  @Benchmark
  public HashCode guava() {
    return Hashing.sha256().hashBytes(content);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
