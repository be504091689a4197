package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamePatternsTest {

  private static NamePatterns patterns(String lines) {
    return NamePatterns.of(NamePatterns.groups(lines)::get);
  }

  private static boolean match(String pattern, String path) {
    NamePatterns patterns = patterns("# of the test\n\nx  " + pattern + "\n");
    int slash = path.lastIndexOf('/');
    return patterns.match(path.substring(0, Math.max(0, slash)), path.substring(slash + 1));
  }

  @Test
  void matchesNamesInAnyCase() {
    assertThat(match(".netrc", "home/.NetRC")).isTrue();
    assertThat(match(".netrc", ".netrc.md")).isFalse();
    assertThat(match("login data", "Default/Login Data")).isTrue();
  }

  @Test
  void matchesAnyCharactersForAStar() {
    assertThat(match("*.tfvars.json", "a.tfvars.json")).isTrue();
    assertThat(match("*.tfvars.json", "a.json")).isFalse();
    assertThat(match("*.kdbx", ".kdbx")).isTrue();
    assertThat(match("*x", "x")).isTrue();
    assertThat(match("a*b*c", "a-b-c")).isTrue();
    assertThat(match("a*b*c", "abc")).isTrue();
    assertThat(match("a*b*c", "a-c-b")).isFalse();
    assertThat(match("ab*ba", "aba")).isFalse();
    assertThat(match("a*bc*c", "abc")).isFalse();
  }

  @Test
  void looksAtTheInnermostDirectories() {
    assertThat(match(".kube/config", "home/me/.kube/config")).isTrue();
    assertThat(match(".kube/config", ".KUBE/config")).isTrue();
    assertThat(match(".kube/config", "config")).isFalse();
    assertThat(match(".kube/config", "x.kube/config")).isFalse();
    assertThat(match(".kube/config", ".kube/x/config")).isFalse();
    assertThat(match("a/*/b", "a/x/b")).isTrue();
    assertThat(match("a/*/b", "a/b")).isFalse();
    assertThat(match("a/*/b", "a/x/y/b")).isFalse();
  }

  @Test
  void letsTwoStarsStandForUpToThreeDirectories() {
    for (String path : new String[] {"a/b", "a/x/b", "/a/x/y/b", "a/x/y/z/b"}) {
      assertThat(match("a/**/b", path)).as(path).isTrue();
    }
    assertThat(match("a/**/b", "a/w/x/y/z/b")).isFalse();
    assertThat(match("a/**/b", "b")).isFalse();
    assertThat(match("a/**/b", "x/b")).isFalse();
  }

  @Test
  void judgesACopyByItsOriginal() {
    NamePatterns patterns =
        patterns("x <name>.bak\nx <name>~\nx .<name>.swp\nx id_rsa\nx *.env\nx !a.env\n");
    for (String copy :
        new String[] {"id_rsa.bak", "id_rsa~", ".id_rsa.swp", "id_rsa.bak~", "b.env~"}) {
      assertThat(patterns.match("", copy)).as(copy).isTrue();
    }
    for (String other : new String[] {"id_rsa.swp", ".bak", "~", "a.env.bak", "id_rsa.bak~~~~"}) {
      assertThat(patterns.match("", other)).as(other).isFalse();
    }
  }

  @Test
  void letsAnExceptionWin() {
    NamePatterns patterns = patterns("x !*.example\nx .env.*\nx !docs/.env.local\n");
    assertThat(patterns.match("", ".env.local")).isTrue();
    assertThat(patterns.match("", ".env.example")).isFalse();
    assertThat(patterns.match("docs", ".env.local")).isFalse();
  }
}
