package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Text;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys here are put together when the test runs, so that none lies in this file. */
class KeyFinderTest {

  private static final String GITHUB = "ghp" + "_x7Kq2mWv9RtY4bNc8LsPz3JdH6gFa1QeU5iZ";
  private static final String AWS = "AKIA" + "Q3EGRXK7MZ2VHL5T";
  private static final String BODY =
      "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";

  private static List<String> find(String text) {
    return KeyFinder.find(Text.of(text), "a").stream()
        .map(each -> each.name() + " " + each.line())
        .toList();
  }

  private static String pem(String kind, String lineEnd) {
    return "-----BEGIN " + kind + "-----" + lineEnd + BODY + lineEnd + "-----END " + kind + "-----";
  }

  @Test
  void findsKeysAndTheLinesTheyAreIn() {
    assertThat(find("a\nb\r\ntoken: " + GITHUB + "\rid = '" + AWS + "'\n"))
        .containsExactly("a GitHub token 3", "an AWS access key ID 4");
    assertThat(find(GITHUB)).containsExactly("a GitHub token 1");
    assertThat(find("{\"a\":\"x\\n" + GITHUB + "\\n\"}")).containsExactly("a GitHub token 1");
    assertThat(find("https://x:" + GITHUB + "@github.com/a/b")).hasSize(1);
  }

  @Test
  void findsPrivateKeysHoweverTheirLinesEnd() {
    for (String kind :
        List.of("PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
      assertThat(find(pem(kind, "\n"))).containsExactly("a private key 1");
      assertThat(find("x\n" + pem(kind, "\r\n"))).containsExactly("a private key 2");
      assertThat(find("{\"private_key\":\"" + pem(kind, "\\n") + "\"}")).hasSize(1);
    }
    assertThat(find(pem("PGP PRIVATE KEY BLOCK", "\nComment: x\n\n"))).hasSize(1);
    assertThat(find(pem("CERTIFICATE", "\n"))).isEmpty();
    assertThat(find(pem("PUBLIC KEY", "\n"))).isEmpty();
    assertThat(find("if (line.startsWith(\"-----BEGIN RSA PRIVATE KEY-----\")) {")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AKIA" + "IOSFODNN7EXAMPLE",
        "AKIA" + "XXXXXXXXXXXXXXXX",
        "ghp" + "_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "sk-ant-" + "api03-...",
        "sk_live" + "_your_key_here",
        "xoxb" + "-your-token",
        "-----BEGIN",
        "AKIA",
        "SG.",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl",
      })
  void leavesPlaceholdersAndBeginningsAlone(String text) {
    assertThat(find(text)).isEmpty();
    assertThat(find("a " + text + "\n")).isEmpty();
  }

  @Test
  void leavesTheEndOfALongerWordAlone() {
    assertThat(find("x" + AWS)).isEmpty();
    assertThat(find("Q" + AWS + "Q")).isEmpty();
    assertThat(find(AWS + "Q")).isEmpty();
    assertThat(find("_" + AWS)).hasSize(1);
  }

  @Test
  void findsAKeyAtEachPlaceOfAText() {
    for (int before = 0; before < 9; before++) {
      for (int after = 0; after < 4; after++) {
        String text = "s-".repeat(before) + " ".repeat(before) + GITHUB + " ".repeat(after);
        assertThat(find(text)).as(text).containsExactly("a GitHub token 1");
      }
    }
  }

  @Test
  void saysWhatWasFoundAndNeverTheKeyItself() {
    List<FoundKey> found =
        KeyFinder.find(Text.of(String.join("\n", GITHUB, AWS, GITHUB, AWS, GITHUB)), "a");
    assertThat(FoundKey.say(found.subList(0, 1)))
        .isEqualTo("contains what looks like a GitHub token (line 1)");
    assertThat(FoundKey.say(found))
        .isEqualTo(
            "contains what looks like a GitHub token (line 1), an AWS access key ID (line 2), a"
                + " GitHub token (line 3) and 2 more");
    assertThat(found.toString()).doesNotContain(GITHUB.substring(4), AWS.substring(4));
  }

  @Test
  void isNotHeldUpByTextsMadeForIt() {
    for (String hostile :
        List.of(
            "-----BEGIN PRIVATE KEY-----",
            "EAAM",
            "sk-",
            "glpat-",
            "PuTTY-User-Key-File-2: ",
            "xoxp-1",
            "pat.",
            "fm2_",
            "password=",
            "password: \"",
            "token",
            "<password>\n",
            "://a:b",
            "kind: Secret\n",
            "\"kind\": \"Secret\"",
            ",password,",
            "eyJ-",
            "Bearer ",
            "-u a:",
            "mnemonic a ",
            "Cookie: a=",
            "\"d\":\"")) {
      String text = hostile.repeat((2 << 20) / hostile.length());
      // No limit of time, which a slow machine would break: quadratic work would not end at all.
      assertThat(KeyFinder.find(Text.of(text), "a")).hasSizeLessThanOrEqualTo(100);
    }
  }

  @Test
  void saysOfALineWhatIsKnownBest() {
    assertThat(find("token = " + GITHUB)).containsExactly("a GitHub token 1");
    assertThat(find(GITHUB + " token = " + AWS))
        .containsExactly("a GitHub token 1", "an AWS access key ID 1");
    assertThat(find("password: x7Kq2mWv9Rt, secret: x7Kq2mWv9Rt")).containsExactly("a password 1");
    assertThat(find("password: x7Kq2mWv9Rt\nsecret: x7Kq2mWv9Rt"))
        .containsExactly("a password 1", "a secret 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.java", "src/a.PY", "file:///a/b.ts?x=1", "git:HEAD:b.rs#L1-3"})
  void takesWordsWithoutQuotesForCodeInSources(String address) {
    String text = "password = x7Kq2mWv9RtY4bNc";
    assertThat(KeyFinder.find(Text.of(text), address)).isEmpty();
    assertThat(KeyFinder.find(Text.of(text), "a.yaml")).hasSize(1);
    assertThat(KeyFinder.find(Text.of("password = 'x7Kq2mWv9RtY4bNc'"), address)).hasSize(1);
  }

  @Test
  void goesByShapesAloneInPagesOfTheWeb() {
    String text = "token = 'x7Kq2mWv9RtY4bNc'";
    assertThat(KeyFinder.find(Text.of(text), "https://a.test/b")).isEmpty();
    assertThat(KeyFinder.find(Text.of(text + " " + GITHUB), "http://a.test/b")).hasSize(1);
    assertThat(KeyFinder.find(Text.of("x7Kq2mWv9RtY4bNc"), "https://a.test/secret")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.key", "db_password", "run/secrets/db", "file:///a/API_TOKEN.txt"})
  void takesAFileThatIsNothingElseForASecretIfItsNameSaysSo(String address) {
    assertThat(KeyFinder.find(Text.of("x7Kq2mWv9RtY4bNc\n"), address))
        .containsExactly(new FoundKey("a secret", 1));
    assertThat(KeyFinder.find(Text.of("greeting = Hello\n"), address)).isEmpty();
    assertThat(KeyFinder.find(Text.of("\n".repeat(1000) + "x7Kq2mWv9RtY4bNc"), address)).isEmpty();
  }

  @Test
  void leavesShortFilesWithOtherNamesAlone() {
    for (String address :
        List.of(
            "VERSION", "a.sha256", "public.key", "credentials.yml.enc", "token-service/VERSION")) {
      assertThat(KeyFinder.find(Text.of("x7Kq2mWv9RtY4bNc\n"), address)).as(address).isEmpty();
    }
  }

  @Test
  void leavesRandomNamesThatAreNoSecretsAlone() {
    assertThat(find("PublicKeyToken=b77a5c561934e089")).isEmpty();
    assertThat(find("OtherToken=b77a5c561934e089")).hasSize(1);
  }

  @Test
  void leavesWhatDocumentationHasMadePublicAlone() {
    assertThat(find("access_token=2YotnFZFEjr1zCsicMWpAA")).isEmpty();
    assertThat(find("access_token=3YotnFZFEjr1zCsicMWpAA")).hasSize(1);
  }
}
