package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command was asked to do, as it was asked. */
class AcceptanceTest {

  private static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVO"
                  + "RK5CYII=");

  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          main.rs        | text/x-rust            | fn main() { println!(\"hi\"); }
          Main.kt        | text/x-kotlin          | fun main() = println(\"hi\")
          app.ts         | application/typescript | const x: number = 1;
          Cargo.toml     | text/x-toml            | [package]
          Dockerfile     | text/x-dockerfile      | FROM scratch
          docker/Dockerfile | text/x-dockerfile   | FROM scratch
          run            | text/x-python          | #!/usr/bin/env python3
          deploy         | text/x-sh              | #!/bin/sh -e
          """)
  void givesSourceCodeItsTypeAndTheDigestOfItsText(String name, String type, String text)
      throws Exception {
    JsonNode resource = resolve(name, (text + "\n").getBytes(UTF_8));
    assertThat(resource.get("mimeType").asText()).isIn(type, "application/x-sh");
    assertThat(resource.get("kind").asText()).isEqualTo("text");
    assertThat(resource.get("text").asText()).isEqualTo(text + "\n");
    assertThat(resource.get("digest").asText()).isEqualTo(sha256((text + "\n").getBytes(UTF_8)));
  }

  @Test
  void givesPicturesAndDocumentsAsBlobs() throws Exception {
    byte[] pdf = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n".getBytes(ISO_8859_1);
    assertBlob(resolve("logo.png", PNG), "image/png", PNG);
    assertBlob(resolve("logo.txt", PNG), "image/png", PNG);
    assertBlob(resolve("paper.pdf", pdf), "application/pdf", pdf);
    assertBlob(resolve("paper", pdf), "application/pdf", pdf);
  }

  @Test
  void givesTextsInOtherEncodingsAsUtf8() throws Exception {
    String text = "Größe: 10 €\n";
    assertText(resolve("utf16.txt", text.getBytes(UTF_16)), text);
    assertText(resolve("latin1.txt", "Größe: 10 Mark\n".getBytes(ISO_8859_1)), "Größe: 10 Mark\n");
  }

  @Test
  void printsTheGoodOneAndReportsTheOthersInOneLineEach() {
    var workspace = threeFiles();
    CliRun run = workspace.run("resolve", "good.txt", "missing.txt", "big.iso");
    assertThat(run.out())
        .isEqualTo(
            """
            <resource path="good.txt">
            good

            </resource>
            <not-attached>
            missing.txt: no such file or directory
            big.iso: has 20971520 bytes, more than the limit of 10485760
            </not-attached>
            """);
    assertThat(run.errLines())
        .containsExactly(
            "attache: missing.txt: no such file or directory",
            "attache: big.iso: has 20971520 bytes, more than the limit of 10485760; raise it with"
                + " --max-bytes");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void printsNothingIfStrictAndOneFails() {
    CliRun run = threeFiles().run("resolve", "--strict", "good.txt", "missing.txt", "big.iso");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines()).hasSize(2);
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void printsAllIfStrictAndNoneFails() {
    TestWorkspace workspace = threeFiles();
    CliRun strict = workspace.run("resolve", "--strict", "good.txt");
    assertThat(strict.out()).isEqualTo(workspace.run("resolve", "good.txt").out()).isNotEmpty();
    assertThat(strict.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          src !**/*Test.java src/test/KeepTest.java | src/main/A.java src/test/KeepTest.java
          src/test/KeepTest.java src !**/*Test.java | src/main/A.java
          !**/*Test.java src                        | src/main/A.java src/test/DropTest.java src/test/KeepTest.java
          src !src/test                             | src/main/A.java
          src !src/test src/test                    | src/main/A.java src/test/DropTest.java src/test/KeepTest.java
          !**/*Test.java                            | src/main/A.java
          """)
  void excludesInAnyOrder(String references, String attached) {
    var workspace =
        TestWorkspace.in(temporary)
            .file("src/main/A.java", "class A {}\n")
            .file("src/test/DropTest.java", "class DropTest {}\n")
            .file("src/test/KeepTest.java", "class KeepTest {}\n");
    List<String> line = new ArrayList<>(List.of("plan", "--json"));
    line.addAll(List.of(references.split(" ")));
    CliRun run = workspace.run(line.toArray(String[]::new));
    assertThat(run.json())
        .filteredOn(row -> row.get("action").asText().equals("attach"))
        .extracting(row -> row.get("name").asText())
        .containsExactlyInAnyOrder(attached.split(" "));
    assertThat(run.exitCode()).isZero();
  }

  private TestWorkspace threeFiles() {
    return TestWorkspace.in(temporary).file("good.txt", "good\n").hugeFile("big.iso", 20L << 20);
  }

  private JsonNode resolve(String name, byte[] bytes) {
    CliRun run =
        TestWorkspace.in(temporary).file(name, bytes).run("resolve", name, "--format", "json");
    assertThat(run.err()).isEmpty();
    return run.json().get(0);
  }

  private static void assertBlob(JsonNode resource, String type, byte[] bytes) throws Exception {
    assertThat(resource.get("mimeType").asText()).isEqualTo(type);
    assertThat(resource.get("kind").asText()).isEqualTo("blob");
    assertThat(resource.get("blob").binaryValue()).isEqualTo(bytes);
    assertThat(resource.get("digest").asText()).isEqualTo(sha256(bytes));
  }

  private static void assertText(JsonNode resource, String text) throws Exception {
    assertThat(resource.get("mimeType").asText()).isEqualTo("text/plain");
    assertThat(resource.get("text").asText()).isEqualTo(text);
    assertThat(resource.get("size").asInt()).isEqualTo(text.getBytes(UTF_8).length);
    assertThat(resource.get("digest").asText()).isEqualTo(sha256(text.getBytes(UTF_8)));
  }

  private static String sha256(byte[] bytes) throws Exception {
    return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
