package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {

  /** One name for each word, as services and programs have it, that no other word finds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "auth",
        "Authorization",
        "bearer",
        "code",
        "GoogleAccessId",
        "hmac",
        "jwt",
        "key",
        "otp",
        "sas",
        "Key-Pair-Id",
        "pass",
        "pwd",
        "session",
        "sid",
        "sig",
        "ticket",
        "OSS_ACCESS_KEY",
        "AWSAccessKeyId",
        "x-goog-api-key",
        "X-Amz-Credential",
        "registry.credentials",
        "ssh_passphrase",
        "user_passwd",
        "db.password",
        "tls.private-key",
        "client_secret",
        "stripeSecretKey",
        "PHPSESSID",
        "jsessionid",
        "X-Amz-Signature",
        "refresh_token",
      })
  void knowsTheNamesOfSecrets(String name) {
    assertThat(isSecret(name)).isTrue();
  }

  /** Of the words that are whole names, longer names are others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "author",
        "oauth",
        "authorizations",
        "bearers",
        "encode",
        "zipcode",
        "hmacs",
        "monkey",
        "keyword",
        "public_key",
        "bypass",
        "passage",
        "sessions",
        "inside",
        "sight",
        "ticketing",
      })
  void takesAWholeNameForNoPartOfAnother(String name) {
    assertThat(isSecret(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accesskeys",
        "apikeys",
        "credentialed",
        "passwords",
        "secretary",
        "signatures",
        "tokens",
        "tokenizer",
        "sessionid_length",
        "user",
        "",
        "[]",
      })
  void looksForSecretsAtTheEndOfAName(String name) {
    assertThat(isSecret(name)).isFalse();
  }

  private static boolean isSecret(String name) {
    return SecretNames.isSecret(SecretNames.letters(name));
  }
}
