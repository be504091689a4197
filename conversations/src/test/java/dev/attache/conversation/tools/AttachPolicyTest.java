package dev.attache.conversation.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttachPolicyTest {

  private static final AttachPolicy NOTHING = new AttachPolicy(Set.of(), Set.of());

  private static final AttachPolicy SOME =
      new AttachPolicy(
          Set.of("docs.example", "API.example:8443", "*.wiki.example", "[::1]:80"),
          Set.of("GH", "cmd", "mcp", "https"));

  private static @Nullable String refusal(AttachPolicy policy, String uri) {
    return policy.refusal(ResourceUri.of(uri));
  }

  private static @Nullable String ofPlace(String uri, Requester requester) {
    return SOME.refusal(ResourceUri.of(uri), requester);
  }

  @Test
  void holdsForEachPlaceThatAModelIsLedTo() {
    assertThat(ofPlace("https://docs.example/a", Requester.MODEL)).isNull();
    assertThat(ofPlace("file:///ws/a", Requester.MODEL)).isNull();
    assertThat(ofPlace("https://me:secret@evil.example:8080/a?token=secret", Requester.MODEL))
        .isEqualTo("is not of a host that a model may attach from; the user can allow it");
    assertThat(ofPlace("zip:a", Requester.MODEL))
        .isEqualTo("has no scheme that a model may attach from; the user can allow it");
    assertThat(ofPlace("cmd:ls", Requester.MODEL)).isEqualTo("cannot be attached by a model");
  }

  @Test
  void letsEverybodyElseGoAnywhere() {
    assertThat(ofPlace("https://evil.example/", Requester.USER)).isNull();
    assertThat(ofPlace("https://evil.example/", Requester.WORKSPACE)).isNull();
    assertThat(ofPlace("cmd:ls", Requester.USER)).isNull();
  }

  @Test
  void leavesFilesToTheirHandler() {
    assertThat(refusal(NOTHING, "file:///ws/README.md")).isNull();
  }

  @Test
  void allowsTheHostsThatTheUserNamed() {
    assertThat(refusal(SOME, "https://docs.example/a?b#c")).isNull();
    assertThat(refusal(SOME, "http://docs.example:8080/")).isNull();
    assertThat(refusal(SOME, "https://docs.example")).isNull();
    assertThat(refusal(SOME, "https://api.example:8443/v1")).isNull();
    assertThat(refusal(SOME, "https://en.wiki.example/")).isNull();
    assertThat(refusal(SOME, "http://[::1]/")).isNull();
    assertThat(refusal(SOME, "gh:owner/repo")).isNull();
  }

  @Test
  void refusesOtherHostsHoweverTheyAreSpelled() {
    for (String uri :
        new String[] {
          "https://example/",
          "https://xdocs.example/",
          "https://docs.example.evil.example/",
          "https://docs.example@evil.example/",
          "https://evil.example/docs.example",
          "https://evil.example?docs.example",
          "https://evil.example#@docs.example",
          "https://evil.example\\@docs.example",
          "https://api.example/",
          "https://api.example:443/",
          "https://wiki.example/",
          "https://evilwiki.example/",
          "https://[::1]/",
          "https:docs.example.evil.example"
        }) {
      assertThat(refusal(SOME, uri)).as(uri).contains(" may not be attached by a model. ");
    }
  }

  @Test
  void saysWhatIsAllowedAndWhatTheUserCanDo() {
    assertThat(refusal(NOTHING, "https://docs.example:8080/a?api_key=0123456789abcdef"))
        .isEqualTo(
            "https://docs.example:8080/a?api_key=REDACTED may not be attached by a model. Allowed"
                + " are files of the workspace. The user can allow docs.example:8080 and start"
                + " again.");
    assertThat(NOTHING.remedy(ResourceUri.of("https://docs.example:8080/a")))
        .isEqualTo(new Remedy(Remedy.Action.ALLOW_MODEL, "docs.example:8080"));
    assertThat(NOTHING.remedy(ResourceUri.of("cmd:git diff")))
        .isEqualTo(new Remedy(Remedy.Action.ATTACH, "cmd:git diff"));
    assertThat(refusal(SOME, "https://other.example/"))
        .isEqualTo(
            "https://other.example/ may not be attached by a model. Allowed are files of the"
                + " workspace, *.wiki.example, [::1]:80, api.example:8443, docs.example, gh:. The"
                + " user can allow other.example and start again.");
    assertThat(refusal(SOME, "jira:ABC-1"))
        .endsWith("The user can allow jira: and start again.")
        .startsWith("jira:ABC-1 may not be attached by a model. ");
  }

  @Test
  void neverAllowsCommandsAndOtherServersEvenIfTheyAreNamed() {
    assertThat(refusal(SOME, "cmd:git diff"))
        .isEqualTo(
            "cmd:git diff is a command, which a model may never attach. The user can attach it.");
    for (String uri : new String[] {"mcp:docs+x:y", "mcp+docs+x:y", "mcp+docs:x"}) {
      assertThat(refusal(new AttachPolicy(Set.of(), Set.of("mcp+docs+x", "mcp+docs", "mcp")), uri))
          .isEqualTo(
              uri
                  + " is of another MCP server, from which a model may never attach. The user can"
                  + " attach it.");
    }
  }

  @Test
  void takesNoUrlForAHost() {
    for (String host : new String[] {"https://docs.example/", "*", "*.", "a*.example", " "}) {
      assertThatThrownBy(() -> new AttachPolicy(Set.of(host), Set.of()))
          .hasMessage("allowed host (" + host + ") must be a name, name:port or *.name");
    }
  }
}
