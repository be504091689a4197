package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretValueTest {

  private static final int SAMPLES = 2_000;
  private static final int LEAST = 8;

  private static boolean isSecret(String value) {
    return SecretValue.isSecret(value, LEAST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hex 16", "hex 32", "hex 64", "hex 128", "alnum 12", "alnum 16", "alnum 24", "alnum 40",
        "alnum 200", "base64 24", "base64 44", "base64 88", "url 32", "url 43", "url 86",
            "lower 16",
        "lower 24", "lower 46", "password 8", "password 12", "password 20", "uuid"
      })
  void knowsWhatChanceMakes(String kind) {
    var random = new Random(kind.hashCode());
    int known = 0;
    for (int i = 0; i < SAMPLES; i++) {
      known += isSecret(ListedFiles.fill("«" + kind + "»", random)) ? 1 : 0;
    }
    assertThat(known).isGreaterThan(SAMPLES * 95 / 100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "changeme",
        "change-me-2024",
        "your-api-key-1234",
        "YOUR_TOKEN_HERE1",
        "Pa55w0rd!",
        "s3cr3t-value",
        "t0k3n-12ab",
        "xxxxxxxx1",
        "sk-xxxxxxxxxxxxxxxx",
        "example-key-9f2",
        "test1234abc",
        "dummy-9f8e7d",
        "1234567890abcdef",
        "insecure-9x8y7z",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "admin2024",
        "redis123",
        "postgres16",
        "my-app-v2",
        "us-east-1a",
        "RefreshTokenV2",
        "font-size-2xl",
        "correct-horse-battery-staple",
        "ORG_GRADLE_PROJECT_1",
        "Y2hhbmdlbWU=",
        "cG9zdGdyZXM=",
      })
  void knowsWordsInThePlaceOfSecrets(String value) {
    assertThat(isSecret(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x7Kq2mW",
        "12345678901234",
        "2024-01-02T03:04:05",
        "aaaaaaaaaaaa1",
        "abababababab1a",
        "--------------a1",
        "qwkzjxvbpmtr",
        "QWKZJXVBPMTR",
        "HttpCfgTmpDirs",
        "x7Kq2 mWv9Rt",
        "x7Kq2mWv\u00e99Rt",
      })
  void knowsWhatIsTooShortOrNotMixed(String value) {
    assertThat(isSecret(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$x7Kq2mWv9Rt",
        "${x7Kq2mWv9Rt}",
        "%x7Kq2mWv9Rt%",
        "<x7Kq2mWv9Rt>",
        "{{x7Kq2mWv9Rt}}",
        "a{{x7Kq2mWv9Rt",
        "x7Kq2$(mWv9Rt)",
        "x7#{Kq2mWv9Rt}",
        "@x7Kq2mWv9Rt",
        "op://x7Kq2/mWv9Rt",
        "x7Kq2mW...",
        "arn:aws:x7Kq2mWv9Rt",
        "/x7Kq2m/Wv9Rt",
        "x7Kq2m/../Wv9Rt",
        "x7Kq2mWv9Rt.pem",
        "x7Kq2mWv9Rt.json",
        "C:\\x7Kq2mWv9Rt",
      })
  void knowsReferences(String value) {
    assertThat(isSecret(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha256-x7Kq2mWv9RtY4bNc8LsPz3JdH6gFa1QeU5iZ",
        "sha512-x7Kq2mWv9RtY4bNc8LsPz3JdH6gFa1QeU5iZ",
        "sha256:x7Kq2mWv9RtY4bNc8LsPz3JdH6gFa1QeU5iZ",
        "pbkdf2_sha256$x7Kq2mWv9RtY4bNc8LsPz3JdH6gF",
        "$2b$10$x7Kq2mWv9RtY4bNc8LsPz3",
        "ENC[AES256_GCM,data:x7Kq2mWv9RtY4bNc8LsPz3",
        "ENC(x7Kq2mWv9RtY4bNc8LsPz3)",
        "vault:v1:x7Kq2mWv9RtY4bNc8LsPz3",
        "v1:x7Kq2mWv9RtY4bNc:8LsPz3JdH6gFa1",
        "encrypted:x7Kq2mWv9RtY4bNc8LsPz3",
        "AQICAHx7Kq2mWv9RtY4bNc8LsPz3",
        "wcFMA7x7Kq2mWv9RtY4bNc8LsPz3",
      })
  void knowsWhatIsHashedOrEncrypted(String value) {
    assertThat(isSecret(value)).isFalse();
  }

  @Test
  void knowsSealedSecretsByTheirLength() {
    String random = ListedFiles.fill("«base64 400»", new Random(1));
    assertThat(isSecret("AgBy" + random)).isFalse();
    assertThat(isSecret("AxBy" + random)).isTrue();
    assertThat(isSecret("AgBy" + random.substring(0, 60))).isTrue();
  }

  @Test
  void takesNothingLongerThanASecret() {
    assertThat(isSecret(ListedFiles.fill("«base64 4096»", new Random(2)))).isTrue();
    assertThat(isSecret(ListedFiles.fill("«base64 4100»", new Random(2)))).isFalse();
  }
}
