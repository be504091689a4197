package dev.attache.handlers.git.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How people write where a file of a repository is. */
class TreeAddressTest {

  @TempDir private Path workspace;

  private TreeAddress parse(String uri) throws AddressException {
    return TreeAddress.parse(uri, workspace);
  }

  @ParameterizedTest
  @CsvSource({
    "github:owner/name, https://github.com/owner/name.git",
    "github:owner/name.git/src@v1, https://github.com/owner/name.git",
    "gitlab:group/sub/name//src, https://gitlab.com/group/sub/name.git",
    "codeberg:owner/name, https://codeberg.org/owner/name.git",
    "bitbucket:owner/name, https://bitbucket.org/owner/name.git",
    "git+https://Host.example:443/a/b.git//src, https://host.example/a/b.git",
    "git+http://[::1]:8080/a, http://[::1]:8080/a",
    "git+file:///srv/no%20such.git//src, file:///srv/no%20such.git",
    "git+file:/srv/nosuch, file:///srv/nosuch",
    "https://github.com/owner/name/, https://github.com/owner/name.git"
  })
  void leadsGitToTheRepository(String uri, String url) throws Exception {
    assertThat(parse(uri).repository().url()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "github:o/n/src/A.java, src/A.java, ",
    "github:o/n@v1.0, '', v1.0",
    "github:o/n/src@feature/x, src, feature/x",
    "github:o/n/@types/node/index.d.ts@main, @types/node/index.d.ts, main",
    "github:o/n/a%402x.png@refs/pull/12/head, a@2x.png, refs/pull/12/head",
    "github:o/n/a%23b@c%23d, a#b, c#d",
    "git+https://host/x.git//src@v1, src, v1",
    "git+https://host/x.git@v1, '', v1"
  })
  void tellsThePathFromTheRef(String uri, String path, String ref) throws Exception {
    TreeAddress address = parse(uri);
    assertThat(address.path().literal()).isEqualTo(path);
    assertThat(address.ref()).isEqualTo(ref);
  }

  @ParameterizedTest
  @CsvSource({
    "github:o/n/**/*.java, true",
    "'github:o/n/{a,b}', true",
    "github:o/n/a%2A, false",
    "github:o/n/a\\*, false"
  })
  void takesForPatternsWhatIsNotQuoted(String uri, boolean isPattern) throws Exception {
    assertThat(parse(uri).path().isPattern()).isEqualTo(isPattern);
  }

  @Test
  void startsRelativePathsOfThisMachineInTheWorkspace() throws Exception {
    assertThat(parse("git+file:x.git//src").text())
        .isEqualTo("git+file://" + workspace.toRealPath() + "/x.git//src");
    assertThat(parse("git+file:../y").text())
        .isEqualTo("git+file://" + workspace.toRealPath().getParent() + "/y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "github:o | must name a repository, as in github:owner/name/path@ref",
        "github:o/-n | must name a repository, as in github:owner/name/path@ref",
        "git+https://u:p@host/x | must not contain a user name or a password",
        "git+https://host:0/x | must have a port from 1 to 65535",
        "git+ssh://host/x | cannot be read over ssh; use git+https:, or clone it and use git+file:",
        "github:o/n/a#b | must select lines after the #, as in #L10-20; a # in a path is %23",
        "github:o/n/../m | must not contain .. in its path",
        "github:o/n/a%2Fb | must not contain an encoded slash or NUL",
        "github:o/n@a b | must have the name of a branch, a tag or a commit after the @; an @ in a"
            + " path is %40"
      })
  void saysWhichRuleAnAddressBreaks(String uri, String rule) {
    assertThatThrownBy(() -> parse(uri)).isInstanceOf(AddressException.class).hasMessage(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "https://github.com/o/n, github:o/n",
    "https://github.com/o/n.git, github:o/n",
    "HTTPS://WWW.GitHub.com/o/n?tab=readme-ov-file, github:o/n",
    "https://github.com/o/n/tree/v1/src, github:o/n/src@v1",
    "https://github.com/o/n/blob/main/a%20b.md?plain=1#L3-L9, github:o/n/a%20b.md@main#L3-9",
    "https://github.com/o/n/blob/main/app/%5Bslug%5D/@x/a@2x.js, "
        + "github:o/n/app/%5Bslug%5D/@x/a%402x.js@main",
    "https://gitlab.com/g/s/n/-/blob/main/a.md?ref_type=heads, gitlab:g/s/n//a.md@main",
    "https://codeberg.org/o/n/src/branch/main/a.md, codeberg:o/n/a.md@main",
    "https://codeberg.org/o/n/src/commit/0123456789012345678901234567890123456789, "
        + "codeberg:o/n@0123456789012345678901234567890123456789",
    "https://bitbucket.org/o/n/src/main/a.md, bitbucket:o/n/a.md@main"
  })
  void readsThePagesOfRepositoriesDirectoriesAndFiles(String url, String canonical)
      throws Exception {
    assertThat(TreeAddress.isPage(url)).isTrue();
    assertThat(parse(url).text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://github.com/o",
        "https://github.com/o/n#",
        "https://github.com/o/n#readme",
        "https://github.com/o/n?",
        "https://github.com/o/n?q=x",
        "https://github.com/o/n/issues/1",
        "https://github.com/o/n/commit/0123456",
        "https://github.com/o/n/tree",
        "https://github.com/topics/java",
        "https://gist.github.com/o/n",
        "https://gitlab.com/g/n/-/issues",
        "https://codeberg.org/o/n/issues",
        "http://github.com/o/n",
        "https://github.com/o/n/blob/main/../x",
        "https://example.org/o/n"
      })
  void leavesAllOtherPagesToTheWeb(String url) {
    assertThat(TreeAddress.isPage(url)).isFalse();
  }
}
