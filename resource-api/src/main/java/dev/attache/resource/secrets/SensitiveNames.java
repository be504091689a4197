package dev.attache.resource.secrets;

import java.util.Set;

/**
 * The names of files that often hold secrets: environment files, private keys, credentials.
 *
 * <p>A handler leaves out what a directory, a pattern or an archive led it to ({@link
 * dev.attache.resource.spi.SkipReason#SENSITIVE}), reads what the user named exactly, and refuses
 * it to anybody else.
 */
public final class SensitiveNames {

  private static final Set<String> NAMES =
      Set.of(
          ".netrc",
          "_netrc",
          ".npmrc",
          ".yarnrc.yml",
          ".pypirc",
          ".pgpass",
          ".my.cnf",
          ".git-credentials",
          ".dockercfg",
          ".htpasswd",
          ".terraformrc",
          "credentials.tfrc.json",
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ed25519",
          "id_ecdsa_sk",
          "id_ed25519_sk",
          "terraform.tfstate",
          "terraform.tfstate.backup",
          "application_default_credentials.json",
          "accessTokens.json");

  private static final Set<String> EXTENSIONS =
      Set.of("pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "p8");

  /** The last two names of paths whose last name alone says nothing. */
  private static final Set<String> PLACES =
      Set.of(
          ".git/config",
          ".aws/credentials",
          ".aws/config",
          ".azure/credentials",
          ".docker/config.json",
          ".kube/config",
          ".cargo/credentials",
          ".cargo/credentials.toml",
          ".gem/credentials",
          "gcloud/credentials.db",
          "gcloud/access_tokens.db",
          "gh/hosts.yml");

  private SensitiveNames() {}

  /**
   * Whether a file often holds secrets.
   *
   * @param directory the path of the directory that it lies in, with slashes; of it the last name
   *     counts
   * @param name its own name
   */
  public static boolean match(String directory, String name) {
    int dot = name.lastIndexOf('.');
    return name.startsWith(".env")
        || NAMES.contains(name)
        || (dot >= 0 && EXTENSIONS.contains(name.substring(dot + 1)))
        || PLACES.contains(directory.substring(directory.lastIndexOf('/') + 1) + "/" + name);
  }
}
