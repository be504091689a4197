package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SensitiveNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env",
        ".env.local",
        ".env-production",
        ".envrc",
        "a/.netrc",
        "a/b/id_rsa",
        "id_ed25519",
        "server.pem",
        "a/tls.key",
        "x.tar.p12",
        ".npmrc",
        ".git/config",
        "a/.git/config",
        "home/.aws/credentials",
        ".docker/config.json",
        ".kube/config",
      })
  void knowsWhatOftenHoldsSecrets(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "env",
        "a.env.md",
        "id_rsa.pub",
        "config",
        "aws/credentials",
        "config.json",
        "key",
        "pem",
        "monkey",
        "git/config",
        ".gitconfig/x",
        "credentials.md",
      })
  void leavesTheRestAlone(String path) {
    assertThat(match(path)).isFalse();
  }

  private static boolean match(String path) {
    int slash = path.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? "" : path.substring(0, slash), path.substring(slash + 1));
  }
}
