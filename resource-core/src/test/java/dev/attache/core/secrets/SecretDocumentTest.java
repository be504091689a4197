package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretDocumentTest {

  private static boolean isManifest(String text) {
    return SecretDocument.isManifest(text, text.indexOf("kind"));
  }

  @Test
  void knowsSecretsOfKubernetes() {
    assertThat(isManifest("kind: Secret\nmetadata:\n  name: db\ndata:\n  a: eDdLcTJtV3Y5UnQ=\n"))
        .isTrue();
    assertThat(isManifest("apiVersion: v1\ndata:\n  a: eDdLcTJtV3Y5UnQ=\nkind: Secret\n")).isTrue();
    assertThat(isManifest("kind: Secret\nstringData:\n  a: \"x7Kq2mWv9Rt\"\n")).isTrue();
    assertThat(isManifest("{\"kind\": \"Secret\", \"data\": {\"a\": \"eDdLcTJtV3Y5UnQ=\"}}"))
        .isTrue();
  }

  @Test
  void leavesManifestsWithoutSecretsAlone() {
    assertThat(isManifest("kind: Secret\ntype: Opaque\nmetadata: {name: x7Kq2mWv9Rt}\n")).isFalse();
    assertThat(isManifest("kind: Secret\ndata:\n  a: Y2hhbmdlbWU=\n")).isFalse();
    assertThat(isManifest("kind: Secret\ndata:\n  a: YWRtaW4=\n")).isFalse();
    assertThat(isManifest("apiVersion: v1\ndata:\n  a: eDdLcTJtV3Y5UnQ=\nkind: Secret\n")).isTrue();
    assertThat(isManifest("kind: Secret\nstringData:\n  a: {{ .Values.x7Kq2mWv9Rt }}\n")).isFalse();
    assertThat(isManifest("kind: Secret\n---\nkind: ConfigMap\ndata:\n  a: x7Kq2mWv9Rt\n"))
        .isFalse();
  }

  private static boolean isTable(String text) {
    return SecretDocument.isTable(text, text.indexOf("password"));
  }

  @Test
  void knowsColumnsOfPasswords() {
    assertThat(isTable("url,password,note\nhttps://a,x7Kq2mWv9Rt,\n")).isTrue();
    assertThat(isTable("\"url\",\"password\"\r\n\"https://a\",\"x7Kq2mWv9Rt\"\r\n")).isTrue();
    assertThat(isTable("user,password\nalice,wonderland\nbob,x7Kq2mWv9Rt\n")).isTrue();
    assertThat(isTable("user,password\nalice,wonderland\n")).isFalse();
    assertThat(isTable("password,id\nwonderland,x7Kq2mWv9Rt\n")).isFalse();
    assertThat(isTable("user,password\nx7Kq2mWv9Rt\n")).isFalse();
    assertThat(isTable("user,password")).isFalse();
  }

  @Test
  void knowsWhatIsNothingElse() {
    assertThat(SecretDocument.isAlone("x7Kq2mWv9Rt\n")).isTrue();
    assertThat(SecretDocument.isAlone("office\r\nx7Kq2mWv9Rt\r\n")).isTrue();
    assertThat(SecretDocument.isAlone("hello\n")).isFalse();
    assertThat(SecretDocument.isAlone("key = x7Kq2mWv9Rt\n")).isFalse();
    assertThat(SecretDocument.isAlone("a\nb\nc\nx7Kq2mWv9Rt\n")).isFalse();
    assertThat(SecretDocument.isAlone("")).isFalse();
  }

  @Test
  void knowsTheNumbersOfAKey() {
    String numbers = "12, 255,".repeat(31);
    assertThat(SecretDocument.isNumbers("[" + numbers + "3,4]\n")).isTrue();
    assertThat(SecretDocument.isNumbers("[" + numbers + "3]")).isFalse();
    assertThat(SecretDocument.isNumbers("[" + numbers + "3,4,5]")).isFalse();
    assertThat(SecretDocument.isNumbers("[" + numbers + "3,\"a\"]")).isFalse();
    assertThat(SecretDocument.isNumbers(numbers + "3,4")).isFalse();
  }

  @Test
  void knowsTheWordsOfAWallet() {
    String words = "ability anchor banana bicycle canvas cereal dolphin eagle fabric galaxy hammer";
    assertThat(SecretDocument.isMnemonic(words + " ivory\n")).isTrue();
    assertThat(SecretDocument.isMnemonic(words + " ivory\";")).isTrue();
    assertThat(SecretDocument.isMnemonic(words.replace(" ", "\n") + "\nivory")).isTrue();
    assertThat(SecretDocument.isMnemonic(words + " eagle")).isTrue();
    assertThat(SecretDocument.isMnemonic(words)).isFalse();
    assertThat(SecretDocument.isMnemonic(words + " ivory jungle")).isFalse();
    assertThat(SecretDocument.isMnemonic(words + " of")).isFalse();
    assertThat(SecretDocument.isMnemonic("abandon ".repeat(11) + "about")).isFalse();
  }
}
