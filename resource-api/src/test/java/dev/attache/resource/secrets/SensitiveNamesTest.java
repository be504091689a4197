package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SensitiveNamesTest {

  @ParameterizedTest
  @ValueSource(strings = {".env", ".env.local", "app/.env-production", ".envrc"})
  void knowsEnvironmentFiles(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ID_RSA",
        ".ENV",
        "prod.env",
        "id_rsa.bak",
        "id_ed25519~",
        ".env.swp",
        "..env.swp",
        ".id_rsa.swp",
        "id_rsa.save",
        "credentials.json",
        "app/Credentials.JSON",
        "service-account.json",
        "secrets.yml",
        "config/secrets.yaml",
        "kubeconfig",
        "terraform.tfvars",
        "prod.auto.tfvars.json",
        "auth.json",
        "secring.gpg",
        "home/.ssh/config",
        "home/.SSH/Config",
        "home/.bash_history",
        "home/.vault-token",
        "office.ovpn",
      })
  void knowsThemInAnyCaseAndAsCopies(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Environment.java",
        "environment.ts",
        "src/auth.ts",
        "secrets.md",
        "secrets/README.md",
        "config",
        "nginx/config",
        "ssh_config",
        "id_rsa.pub",
        "package.json.bak",
        "~",
        ".bak",
        "variables.tf",
        "history.md",
        "server.pem",
        "tls.key",
        "talk.key",
        "server.crt",
        "server.cer",
        ".env.example",
        ".env.d.ts",
      })
  void leavesAloneWhatOnlySoundsLikeThem(String path) {
    assertThat(match(path)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "home/.netrc",
        "home/_netrc",
        "web/.npmrc",
        "web/.yarnrc.yml",
        "home/.pypirc",
        "home/.pgpass",
        ".my.cnf",
        "home/.git-credentials",
        "home/.dockercfg",
        "var/www/.htpasswd",
        "home/.terraformrc",
        "home/.terraform.d/credentials.tfrc.json",
        "id_rsa",
        "home/.ssh/id_dsa",
        "home/.ssh/id_ecdsa",
        "home/.ssh/id_ed25519",
        "home/.ssh/id_ecdsa_sk",
        "home/.ssh/id_ed25519_sk",
        "infra/terraform.tfstate",
        "infra/prod.tfstate",
        "client_secret_12-ab.apps.json",
        "infra/terraform.tfstate.backup",
        "home/.config/gcloud/application_default_credentials.json",
        "home/.azure/accessTokens.json",
        "app/service_account.json",
        "serviceAccount.json",
        "serviceAccountKey.json",
        "config/secrets.json",
        ".streamlit/secrets.toml",
        "home/.s3cfg",
        "home/.boto",
        "home/.msmtprc",
        "home/.bitcoin/wallet.dat",
        "home/.zsh_history",
        "home/.sh_history",
        "home/.python_history",
        "home/.node_repl_history",
        "home/.psql_history",
        "home/.mysql_history",
        "home/.sqlite_history",
        "home/.rediscli_history",
      })
  void knowsFilesByTheirNames(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.tar.p12",
        "release.pfx",
        "android/upload.jks",
        "android/debug.keystore",
        "passwords.kdbx",
        "passwords.kdb",
        "putty.ppk",
        "AuthKey_2X9R4HXF34.p8",
      })
  void knowsFilesByTheirExtensions(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git/config",
        "src/project/.git/config",
        "home/.aws/credentials",
        "home/.aws/config",
        "home/.azure/credentials",
        "home/.docker/config.json",
        "home/.kube/config",
        "home/.cargo/credentials",
        "home/.cargo/credentials.toml",
        "home/.gem/credentials",
        "home/.config/gcloud/credentials.db",
        "home/.config/gcloud/access_tokens.db",
        "home/.config/gh/hosts.yml",
      })
  void knowsFilesByTheirDirectories(String path) {
    assertThat(match(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "env",
        "a.env.md",
        "environment.yml",
        ".environ/x",
        "netrc",
        ".netrc.md",
        "npmrc",
        ".yarnrc",
        ".yarn/releases.yml",
        ".pgpass/x",
        "my.cnf",
        ".gitconfig",
        "git-credentials.md",
        ".htaccess",
        "credentials.md",
        "id_rsa.pub",
        "home/.ssh/id_ed25519.pub",
        "home/.ssh/known_hosts",
        "main.tf",
        "tfstate",
        "key",
        "pem",
        "monkey",
        "keys.md",
        "x.key.md",
        "a.keys",
        "x.pem/readme",
        "cert.p7b",
      })
  void leavesOtherNamesAlone(String path) {
    assertThat(match(path)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config",
        "git/config",
        "a.git/config",
        ".gitconfig/x",
        ".git/config.md",
        ".git/x/config",
        ".git/HEAD",
        "aws/credentials",
        "credentials",
        ".aws/credentials/x",
        "config.json",
        ".docker/daemon.json",
        ".kube/cache",
        ".cargo/config.toml",
        "credentials.toml",
        "credentials.db",
        "access_tokens.db",
        "hosts.yml",
        "gh/config.yml",
      })
  void leavesOtherPlacesAlone(String path) {
    assertThat(match(path)).isFalse();
  }

  private static boolean match(String path) {
    int slash = path.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? "" : path.substring(0, slash), path.substring(slash + 1));
  }
}
