package dev.attache.support.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The vectors of addresses that are not public, with a slow and simple reading of them. */
public record SpecialAddresses(
    List<String> ipv4, List<String> ipv6, List<String> ipv6Allowed, List<String> names) {

  /** The lowest and the highest address of a block. */
  private record Range(BigInteger first, BigInteger last) {

    static Range of(String block) {
      return new Range(SpecialAddresses.first(block), SpecialAddresses.last(block));
    }
  }

  private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);
  private static final Map<String, Range> RANGES = new ConcurrentHashMap<>();

  static SpecialAddresses load() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    Path file = Path.of(vectors, "ssrf", "deny-cidrs.json");
    JsonNode json = new ObjectMapper().readTree(Files.readString(file, UTF_8));
    return new SpecialAddresses(
        strings(json, "v4"),
        strings(json, "v6"),
        strings(json, "v6_allow_only"),
        strings(json, "hostnames"));
  }

  List<String> blocks() {
    List<String> blocks = new ArrayList<>(ipv4);
    blocks.addAll(ipv6);
    blocks.addAll(ipv6Allowed);
    return blocks;
  }

  /** Whether an address is public, by arithmetic. */
  boolean isPublic(byte[] address) {
    BigInteger value = new BigInteger(1, address);
    if (address.length == 16 && value.shiftRight(32).equals(MAPPED)) {
      value = value.subtract(MAPPED.shiftLeft(32));
      return isOutside(value, ipv4);
    }
    return address.length == 4
        ? isOutside(value, ipv4)
        : !isOutside(value, ipv6Allowed) && isOutside(value, ipv6);
  }

  /** The lowest address of a block. */
  static BigInteger first(String block) {
    try {
      String literal = block.substring(0, block.indexOf('/'));
      return new BigInteger(1, InetAddress.getByName(literal).getAddress());
    } catch (UnknownHostException e) {
      throw new AssertionError(e); // a literal
    }
  }

  /** The highest address of a block. */
  static BigInteger last(String block) {
    int length = Integer.parseInt(block.substring(block.indexOf('/') + 1));
    return first(block)
        .add(BigInteger.ONE.shiftLeft(bits(block) - length))
        .subtract(BigInteger.ONE);
  }

  static int bits(String block) {
    return block.indexOf(':') < 0 ? 32 : 128;
  }

  /** The bytes of an address; those of the lowest or highest one if it lies beyond. */
  static byte[] bytes(BigInteger address, int bits) {
    BigInteger highest = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    byte[] all = address.max(BigInteger.ZERO).min(highest).toByteArray();
    byte[] bytes = new byte[bits / 8];
    int used = Math.min(all.length, bytes.length); // there may be a sign before them
    System.arraycopy(all, all.length - used, bytes, bytes.length - used, used);
    return bytes;
  }

  private static boolean isOutside(BigInteger address, List<String> blocks) {
    for (String block : blocks) {
      Range range = RANGES.computeIfAbsent(block, Range::of);
      if (address.compareTo(range.first()) >= 0 && address.compareTo(range.last()) <= 0) {
        return false;
      }
    }
    return true;
  }

  private static List<String> strings(JsonNode json, String field) {
    List<String> strings = new ArrayList<>();
    json.required(field).forEach(node -> strings.add(node.textValue()));
    return strings;
  }
}
