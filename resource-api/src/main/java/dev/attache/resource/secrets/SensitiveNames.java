package dev.attache.resource.secrets;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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
          "application_default_credentials.json",
          "accesstokens.json",
          "credentials.json",
          "service-account.json",
          "service_account.json",
          "serviceaccount.json",
          "serviceaccountkey.json",
          "secrets.yml",
          "secrets.yaml",
          "secrets.json",
          "secrets.toml",
          "kubeconfig",
          "auth.json",
          "secring.gpg",
          ".vault-token",
          ".s3cfg",
          ".boto",
          ".msmtprc",
          "wallet.dat",
          ".bash_history",
          ".zsh_history",
          ".sh_history",
          ".python_history",
          ".node_repl_history",
          ".psql_history",
          ".mysql_history",
          ".sqlite_history",
          ".rediscli_history");

  private static final Set<String> EXTENSIONS =
      Set.of(
          "pem",
          "key",
          "p12",
          "pfx",
          "jks",
          "keystore",
          "kdbx",
          "kdb",
          "ppk",
          "p8",
          "env",
          "tfvars",
          "tfstate",
          "ovpn");

  /** The ends of names that people and editors give to copies of a file. */
  private static final List<String> COPIES =
      List.of(".bak", ".backup", ".old", ".orig", ".save", ".swp", "~");

  /** By the name of a directory, those of its files whose names alone say nothing. */
  private static final Map<String, Set<String>> PLACES =
      Map.of(
          ".git", Set.of("config"),
          ".ssh", Set.of("config"),
          ".aws", Set.of("credentials", "config"),
          ".azure", Set.of("credentials"),
          ".docker", Set.of("config.json"),
          ".kube", Set.of("config"),
          ".cargo", Set.of("credentials", "credentials.toml"),
          ".gem", Set.of("credentials"),
          "gcloud", Set.of("credentials.db", "access_tokens.db"),
          "gh", Set.of("hosts.yml"));

  private SensitiveNames() {}

  /**
   * {@return whether a file often contains secrets}
   *
   * @param directory the path of the directory that it lies in, with slashes; of it the last name
   *     counts
   * @param name its own name
   */
  public static boolean match(String directory, String name) {
    String place = directory.substring(directory.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String lower = name.toLowerCase(Locale.ROOT);
    String original = original(lower);
    return matchesLower(place, lower) || (!original.equals(lower) && matchesLower(place, original));
  }

  private static boolean matchesLower(String place, String name) {
    int dot = name.lastIndexOf('.');
    return name.startsWith(".env")
        || name.endsWith(".tfvars.json")
        || (name.startsWith("client_secret") && name.endsWith(".json"))
        || NAMES.contains(name)
        || (dot >= 0 && EXTENSIONS.contains(name.substring(dot + 1)))
        || PLACES.getOrDefault(place, Set.of()).contains(name);
  }

  /** The name of the file that one is a copy of, by its end; else the name itself. */
  private static String original(String name) {
    for (String end : COPIES) {
      if (name.length() > end.length() && name.endsWith(end)) {
        String original = name.substring(0, name.length() - end.length());
        return end.equals(".swp") && original.startsWith(".") ? original.substring(1) : original;
      }
    }
    return name;
  }
}
