package dev.attache.support.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpecialNetworksTest {

  private static final String HOST = "host.example";
  private static final int PORT = 443;

  private final PublicNetwork network = PublicNetwork.standard();
  private SpecialAddresses vectors =
      new SpecialAddresses(List.of(), List.of(), List.of(), List.of());

  @BeforeEach
  void loadTheVectors() throws IOException {
    vectors = SpecialAddresses.load();
  }

  @Test
  void knowsTheNetworksOfTheVectors() {
    assertThat(SpecialNetworks.IPV4)
        .extracting(special -> special.block().toString())
        .containsExactlyInAnyOrderElementsOf(vectors.ipv4());
    assertThat(SpecialNetworks.IPV6)
        .extracting(special -> special.block().toString())
        .containsExactlyInAnyOrderElementsOf(vectors.ipv6());
    assertThat(List.of(SpecialNetworks.GLOBAL_UNICAST.toString())).isEqualTo(vectors.ipv6Allowed());
  }

  @Test
  void knowsTheNamesOfTheVectors() {
    assertThat(PrivateNames.KINDS).containsOnlyKeys(vectors.names());
  }

  @Test
  void refusesTheNamesOfTheVectors() {
    for (String name : vectors.names()) {
      String host = name.replace("*", "a.b");
      assertThat(network.refusalOf(host, PORT)).as(host).isPresent();
      assertThat(network.refusalOf("x" + host + "x", PORT)).as(host).isEmpty();
    }
  }

  @Test
  void endsEveryNetworkWhereTheVectorsEndIt() throws UnknownHostException {
    for (String block : vectors.blocks()) {
      BigInteger first = SpecialAddresses.first(block);
      BigInteger last = SpecialAddresses.last(block);
      for (int step = -1; step <= 1; step++) {
        BigInteger change = BigInteger.valueOf(step);
        check(SpecialAddresses.bytes(first.add(change), SpecialAddresses.bits(block)));
        check(SpecialAddresses.bytes(last.add(change), SpecialAddresses.bits(block)));
      }
      boolean inside = !vectors.ipv6Allowed().contains(block);
      assertThat(isRefused(first, block)).as(block).isEqualTo(inside);
      assertThat(isRefused(last, block)).as(block).isEqualTo(inside);
    }
  }

  @Test
  void agreesWithArithmeticAboutRandomAddresses() throws UnknownHostException {
    var random = new Random(20_261_121);
    List<String> blocks = vectors.blocks();
    for (int i = 0; i < 30_000; i++) {
      byte[] address = new byte[i % 2 == 0 ? 4 : 16];
      random.nextBytes(address);
      check(address);
      String block = blocks.get(random.nextInt(blocks.size()));
      byte[] near =
          SpecialAddresses.bytes(SpecialAddresses.first(block), SpecialAddresses.bits(block));
      near[random.nextInt(near.length)] ^= (byte) (1 << random.nextInt(8));
      near[near.length - 1] = (byte) random.nextInt();
      check(near);
      check(mapped(near));
    }
  }

  private static byte[] mapped(byte[] address) {
    byte[] mapped = new byte[16];
    mapped[10] = -1;
    mapped[11] = -1;
    System.arraycopy(address, address.length - 4, mapped, 12, 4);
    return mapped;
  }

  private boolean isRefused(BigInteger address, String block) throws UnknownHostException {
    byte[] bytes = SpecialAddresses.bytes(address, SpecialAddresses.bits(block));
    return network.refusalOf(HOST, InetAddress.getByAddress(bytes), PORT).isPresent();
  }

  /** Checks an address as an answer and as a literal. */
  private void check(byte[] bytes) throws UnknownHostException {
    InetAddress address = InetAddress.getByAddress(bytes);
    boolean expected = vectors.isPublic(bytes);
    assertThat(network.refusalOf(HOST, address, PORT).isEmpty())
        .as("%s", address)
        .isEqualTo(expected);
    String literal = address.getHostAddress();
    assertThat(network.refusalOf(literal, PORT).isEmpty()).as(literal).isEqualTo(expected);
  }
}
