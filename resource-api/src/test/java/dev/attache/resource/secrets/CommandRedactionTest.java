package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRedactionTest {

  private static final String SECRET = "s3cr3t";
  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();
  private static final String JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git log --format=%H",
        "git log --author=me@example.com --show-signature main",
        "git diff --exit-code HEAD~3 -- src/Token.java",
        "git show HEAD:src/main/Key.java",
        "git push -u origin main",
        "git commit -m 'It rotates the keys'",
        "git clone git@github.com:owner/repo.git",
        "ls -la",
        "mvn -q -Dtokens.count=3 -DskipTests test",
        "gh auth login",
        "git -c core.pager=cat -c color.ui=never log",
        "curl -H 'Accept: text/html' -H \"X-Request-Id: 7\" https://host/p?q=1",
        "curl --user-agent me:1 https://host:8080/",
        "docker run -e LANG=C -p 80:80 image:tag",
        "npm run build:all --max-tokens 100",
        "env A=b TZ=UTC date",
        "sh -c 'a=1; echo \"$a\" | wc -l'",
        "openssl version",
        "ssh host 'ls -la | grep x'",
        "jq '.token' file.json",
        "grep -n token: file",
        "task-sk-learn-with-a-long-name-of-words",
        "echo eyJ.a.b AKIA ghp_ sk-abc",
        "c++filt --no-password x",
        "node -e 'Token::parse(x)'",
      })
  void leavesAHarmlessCommandLineAsItIs(String line) throws Exception {
    List<String> words = ShellWords.split(line).words();

    assertThat(Redaction.redactArguments(words)).isEqualTo(words);
    assertThat(Redaction.redact("cmd:" + line)).isEqualTo("cmd:" + line);
    assertThat(Redaction.redact(uri(words))).isEqualTo(uri(words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x --password=s3cr3t y¦x --password=REDACTED y",
        "x '--password=s3 cr3t&'¦x --password=REDACTED",
        "x --token s3cr3t y¦x --token REDACTED y",
        "x --token -s3cr3t¦x --token REDACTED",
        "x --api-key s3cr3t¦x --api-key REDACTED",
        "x --password --host h¦x --password --host h",
        "x -password s3cr3t¦x -password REDACTED",
        "x --db-pass s3cr3t --smtp.auth=s3cr3t¦x --db-pass REDACTED --smtp.auth=REDACTED",
        "keytool -storepass s3cr3t¦keytool -storepass REDACTED",
        "keytool -keypass s3cr3t¦keytool -keypass REDACTED",
        "openssl rsa -passin pass:s3cr3t¦openssl rsa -passin REDACTED",
        "openssl rsa -passout pass:s3cr3t¦openssl rsa -passout REDACTED",
        "skopeo copy --creds me:s3cr3t a b¦skopeo copy --creds REDACTED a b",
        "x --db-pwd s3cr3t --id-jwt=s3cr3t¦x --db-pwd REDACTED --id-jwt=REDACTED",
        "mvn -Dtoken=s3cr3t -Pdb.password=s3cr3t¦mvn -Dtoken=REDACTED -Pdb.password=REDACTED",
        "curl --oauth2-bearer s3cr3t¦curl --oauth2-bearer REDACTED",
        "curl --cookie a=s3cr3t¦curl --cookie REDACTED",
        "curl -H 'Authorization: Bearer s3cr3t' h¦curl -H 'Authorization: REDACTED' h",
        "curl -H 'authorization:s3cr3t'¦curl -H 'authorization:REDACTED'",
        "curl -H 'Cookie: a=s3cr3t; b=s3cr3t'¦curl -H 'Cookie: REDACTED'",
        "curl -H Set-Cookie:s3cr3t¦curl -H Set-Cookie:REDACTED",
        "curl -d '{\"jwt\":\"s3cr3t\"}'¦curl -d '{\"jwt\":\"REDACTED\"}'",
        "curl -d '{\"pwd\":\"s3cr3t\"}'¦curl -d '{\"pwd\":\"REDACTED\"}'",
        "curl -H 'X-Api-Key: s3cr3t'¦curl -H 'X-Api-Key: REDACTED'",
        "curl -H 'X-Auth-Key: s3cr3t'¦curl -H 'X-Auth-Key: REDACTED'",
        "curl -H 'PRIVATE-TOKEN: s3cr3t'¦curl -H 'PRIVATE-TOKEN: REDACTED'",
        "curl -H 'Proxy-Authorization: Basic s3cr3t'¦curl -H 'Proxy-Authorization: REDACTED'",
        "curl '-HAuthorization: s3cr3t'¦curl '-HAuthorization: REDACTED'",
        "curl '--header=Authorization: s3cr3t'¦curl '--header=Authorization: REDACTED'",
        "curl -H Authorization: Bearer s3cr3t -v h¦curl -H Authorization: REDACTED REDACTED -v h",
        "sh -c 'echo Cookie: s3cr3t ; rm -rf x'¦sh -c 'echo Cookie: REDACTED ; rm -rf x'",
        "git -c 'http.password=s3cr3t x' fetch¦git -c http.password=REDACTED fetch",
        "git -c 'http.extraHeader=Authorization: Basic s3cr3t x' fetch¦"
            + "git -c 'http.extraHeader=Authorization: REDACTED' fetch",
        "x Bearer s3cr3t¦x Bearer REDACTED",
        "env API_TOKEN=s3cr3t DB_PASS=s3cr3t x¦env API_TOKEN=REDACTED DB_PASS=REDACTED x",
        "env AWS_SECRET_ACCESS_KEY=s3cr3t x¦env AWS_SECRET_ACCESS_KEY=REDACTED x",
        "docker run -e OPENAI_API_KEY=s3cr3t i¦docker run -e OPENAI_API_KEY=REDACTED i",
        "curl -u me:s3cr3t h¦curl -u me:REDACTED h",
        "curl -u s3cr3t: h¦curl -u REDACTED: h",
        "curl -u :s3cr3t h¦curl -u :REDACTED h",
        "curl --user me:s3cr3t:x h¦curl --user me:REDACTED h",
        "curl --user=me:s3cr3t h¦curl --user=me:REDACTED h",
        "curl -ume:s3cr3t h¦curl -ume:REDACTED h",
        "curl -U me:s3cr3t --proxy-user me:s3cr3t h¦curl -U me:REDACTED --proxy-user me:REDACTED h",
        "curl https://u:s3cr3t@h/¦curl https://REDACTED@h/",
        "curl https://h/?token=s3cr3t;x¦curl https://h/?token=REDACTED",
        "curl --url=https://u:s3cr3t@h/¦curl --url=https://REDACTED@h/",
        "psql postgres://u:s3cr3t@h/db¦psql postgres://REDACTED@h/db",
        "curl -d 'user=a&password=s3cr3t&b=c'¦curl -d 'user=a&password=REDACTED&b=c'",
        "curl -d '{\"a\":1,\"password\": \"s3cr3t x\"}'¦"
            + "curl -d '{\"a\":1,\"password\": \"REDACTED\"}'",
        "sh -c 'API_TOKEN=s3cr3t x | y'¦sh -c 'API_TOKEN=REDACTED x | y'",
        "sh -c 'x --token s3cr3t'¦sh -c 'x --token REDACTED'",
        "sh -c 'curl -H \"Authorization: Bearer s3cr3t\" h'¦"
            + "sh -c 'curl -H \"Authorization: REDACTED\" h'",
        "sh -c 'curl \"https://u:s3cr3t@h/\" -v'¦sh -c 'curl \"https://REDACTED@h/\" -v'",
        "ssh h 'curl -u a:s3cr3t h'¦ssh h 'curl -u a:REDACTED h'",
        "python -c \"get(headers={'Authorization': 'Bearer s3cr3t'})\"¦"
            + "python -c \"get(headers={'Authorization': 'REDACTED'\"",
        "python -c \"open(password='s3cr3t x', a=1)\"¦python -c \"'open(password=REDACTED' a=1)\"",
        "attache 'cmd:x --token s3cr3t'¦attache 'cmd:x --token REDACTED'",
        "attache cmd://x?arg=--token&arg=s3cr3t¦attache cmd://x?arg=--token&arg=REDACTED",
      })
  void replacesWhatASecretNameOrPlaceGivesAway(String row) throws Exception {
    assertRedaction(row);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gho_0123456789abcdefghijABCDEFGHIJ012345",
        "ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "ghs_0123456789abcdefghijABCDEFGHIJ012345",
        "ghu_0123456789abcdefghijABCDEFGHIJ012345",
        "ghr_0123456789abcdefghijABCDEFGHIJ012345",
        "github_pat_0123456789abcdefghij_ABCDEFGHIJ",
        "glpat-0123456789abcdefghij",
        "gldt-0123456789abcdefghij",
        "glrt-0123456789abcdefghij",
        "glrtr-0123456789abcdefghij",
        "glcbt-0123456789abcdefghij",
        "glptt-0123456789abcdefghij",
        "glft-0123456789abcdefghij",
        "glimt-0123456789abcdefghij",
        "glagent-0123456789abcdefghij",
        "glsoat-0123456789abcdefghij",
        "glffct-0123456789abcdefghij",
        "gloas-0123456789abcdefghij",
        "sk-0123456789abcdefghijABCDEF",
        "sk-proj-abcdefgh0123456789_ABCDEF",
        "sk_live_0123456789abcdef",
        "sk_test_0123456789abcdef",
        "sk_prod_0123456789abcdef",
        "rk_live_0123456789abcdef",
        "xoxa-1234567890-abcdefghij",
        "xoxb-1234567890-abcdefghij",
        "xoxe-1234567890-abcdefghij",
        "xoxo-1234567890-abcdefghij",
        "xoxp-1234567890-abcdefghij",
        "xoxr-1234567890-abcdefghij",
        "xoxs-1234567890-abcdefghij",
        "xoxe.xoxp-1-abcdefghij",
        "xapp-1-A0123456789-abcdefghij",
        "AKIAQWERTYUIOPASDFGH",
        "ASIAQWERTYUIOPASDFGH",
        "ABIAQWERTYUIOPASDFGH",
        "ACCAQWERTYUIOPASDFGH",
        "AIzaSy0123456789abcdefghijklmnopqrstuvw",
        "hf_abcdefghijklmnopqrstuvwxyzabcdefgh",
        "npm_0123456789abcdefghij0123456789abcdef",
        "pypi-AgEIcHlwaS5vcmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        JWT,
        "'-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n'",
      })
  void replacesKeysOfWellKnownServicesWhereverTheyAre(String key) throws Exception {
    assertRedaction("x " + key + " y¦x REDACTED y");
    assertRedaction("x --data=" + key + "¦x --data=REDACTED");
    assertRedaction("sh -c \"x y=" + key.replace("'", "") + "\"¦sh -c \"x y=REDACTED\"");
  }

  private static void assertRedaction(String row) throws Exception {
    String[] cells = row.split("¦", -1);
    List<String> words = ShellWords.split(cells[0]).words();
    List<String> expected = ShellWords.split(cells[1]).words();

    assertThat(Redaction.redactArguments(words)).isEqualTo(expected);
    assertThat(Redaction.redactArguments(expected)).isEqualTo(expected);
    assertThat(ShellWords.split(Redaction.redact("cmd:" + cells[0]).substring(4)).words())
        .isEqualTo(expected);
    assertThat(Redaction.redact(uri(words))).isEqualTo(uri(expected));
    assertThat(Redaction.redactAllIn("(see " + uri(words) + "), please"))
        .isEqualTo("(see " + uri(expected) + "), please");
  }

  private static String uri(List<String> words) {
    String arguments =
        words.stream().skip(1).map(word -> "arg=" + encoded(word)).collect(Collectors.joining("&"));
    return "cmd://" + encoded(words.get(0)) + (arguments.isEmpty() ? "" : "?" + arguments);
  }

  private static String encoded(String word) {
    var encoded = new StringBuilder();
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      boolean isRaw = b > 0 && (Character.isLetterOrDigit(b) || "-._~".indexOf(b) >= 0);
      encoded.append(isRaw ? String.valueOf((char) b) : "%" + UPPER_CASE.toHexDigits(b));
    }
    return encoded.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd:curl  -H \"Authorization: s3cr3t\"  h¦cmd:curl  -H \"Authorization: REDACTED\"  h",
        "cmd: curl -H 'Authorization: s3cr3t¦cmd: curl -H 'Authorization: REDACTED'",
        "CMD:x 'a'\\''b' --token=s3cr3t\\ x \"a\"¦CMD:x 'a'\\''b' --token=REDACTED \"a\"",
        "cmd:x --token \"s3cr3t\" 'a  b'¦cmd:x --token \"REDACTED\" 'a  b'",
        "cmd:curl https://h/?token=s3cr3t&a=b *¦cmd:curl https://h/?token=REDACTED&a=b *",
        "!cmd:x --token s3cr3t¦!cmd:x --token REDACTED",
        "cmd://x?arg=%61+b&args[]=--password=s3+cr3t&arg=c¦"
            + "cmd://x?arg=%61+b&args[]=--password=REDACTED&arg=c",
        "cmd://x?arg=Authorization:+s3cr3t&dir=a/b¦cmd://x?arg=Authorization:+REDACTED&dir=a/b",
        "cmd://x?a%72g=--token&args%5B%5D=s3cr3t¦cmd://x?a%72g=--token&args%5B%5D=REDACTED",
        "cmd://x?arg=--token&dir=a&&arg=s3cr3t¦cmd://x?arg=--token&dir=a&&arg=REDACTED",
        "cmd://x?arg=%c3%a9&arg=--token%3Ds3cr3t&arg=+%zz¦cmd://x?arg=%c3%a9&arg=--token%3DREDACTED&arg=+%zz",
        "cmd://x?token=s3cr3t&description=with+Authorization%3a+s3cr3t¦"
            + "cmd://x?token=REDACTED&description=with+Authorization%3a+REDACTED",
      })
  void changesNothingButTheSecret(String row) {
    String[] cells = row.split("¦", -1);
    assertThat(Redaction.redact(cells[0])).isEqualTo(cells[1]);
    assertThat(Redaction.redact(cells[1])).isEqualTo(cells[1]);
  }

  @Test
  void leavesNoSecretOfAGeneratedCommandLine() {
    var random = new Random(5);
    int lines = Boolean.getBoolean("attache.slow") ? 5_000 : 1_500;
    for (int i = 0; i < lines; i++) {
      List<String> words = generated(random);
      List<String> script = List.of("sh", "-ec", ShellWords.join(words));
      List<String> remote = List.of("ssh", "-v", "host", ShellWords.join(script));
      for (List<String> line : List.of(words, script, remote)) {
        assertThat(String.join("¦", Redaction.redactArguments(line))).doesNotContain(SECRET);
        assertThat(Redaction.redact("cmd:" + ShellWords.join(line))).doesNotContain(SECRET);
        String uri = uri(line);
        assertThat(Redaction.redact(uri)).as(uri).doesNotContain(SECRET);
      }
      String torn = "cmd:" + ShellWords.join(words) + pick(random, " 'a", " \"", "\\", " $'");
      assertThat(Redaction.redact(torn)).as(torn).doesNotContain(SECRET);
    }
  }

  private static List<String> generated(Random random) {
    String secret =
        pick(random, "", "a", "-", "'", "a b", "\"", "%", "é", "+", "/", "=", "REDACTED")
            + SECRET
            + pick(random, "", "x", "'", " c", "\\", "&d", ";e", ":f", "@", "\n", "|g", "=");
    return switch (random.nextInt(8)) {
      case 0 -> List.of("x", pick(random, "--token", "-password", "--db-pass"), secret, "-v");
      case 1 -> List.of("x", pick(random, "--api-key=", "-Dtoken=", "--a.password=") + secret);
      case 2 -> List.of("x", "-H", pick(random, "Authorization: ", "cookie:", "X-Key: ") + secret);
      case 3 -> List.of("x", pick(random, "-H", "--header=") + "X-Api-Key: " + secret, "y");
      case 4 -> List.of("env", pick(random, "API_TOKEN=", "A_PASS=", "S_KEY=") + secret, "x");
      case 5 -> List.of("x", pick(random, "-u", "-U", "--user", "--proxy-user"), "me:" + secret);
      case 6 -> List.of("x", pick(random, "-u", "--user=", "--proxy-user=") + "me:" + secret);
      default -> List.of("x", "a=b&password=" + SECRET + "&c=d", "https://u:" + SECRET + "@h/?a=b");
    };
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @Test
  void takesAnyText() {
    var random = new Random(7);
    String[] parts = {
      "--token",
      "=",
      " ",
      "'",
      "\"",
      "\\",
      "a",
      "Authorization:",
      "&",
      "arg=",
      "%",
      "%20",
      "+",
      "-u",
      "b:c",
      "://",
      "@",
      "?",
      "PASS=",
      "sh -c ",
      "$'",
      "\n",
      "\u00e9",
      "cmd:"
    };
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder(random.nextBoolean() ? "cmd:" : "cmd://x?arg=");
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      assertThat(Redaction.redact(text.toString())).isNotNull();
    }
  }
}
