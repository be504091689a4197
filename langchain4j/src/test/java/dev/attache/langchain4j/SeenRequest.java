package dev.attache.langchain4j;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.langchain4j.EditedFiles.Version;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request as its model reads it, by nothing but its words: where contents stand, and what lines
 * say of them.
 */
final class SeenRequest {

  private static final String PLACE =
      "(the attachment at turn \\d+|the result of tool call (\\S+) in turn \\d+)";
  private static final String SHA = " \\(sha256:([0-9a-f]{12})\\)";

  private static final Pattern SAME =
      Pattern.compile("The content of (\\S+) is identical to " + PLACE + SHA);
  private static final Pattern BY_DIFF =
      Pattern.compile(
          "The content of (\\S+) is what is given by the diff in "
              + PLACE
              + SHA
              + ".*? Apply that diff to "
              + PLACE);
  private static final Pattern DIFF =
      Pattern.compile(
          "(\\S+) has changed\\. Unified diff against "
              + PLACE
              + SHA
              + ", giving the current content"
              + SHA);
  private static final Pattern BETWEEN =
      Pattern.compile(
          "The content of (\\S+) is .*?" + SHA + "\\. Another version of it was delivered at turn");
  private static final Pattern NEWER =
      Pattern.compile(
          "The content of (\\S+) \\(.*?sha256:([0-9a-f]{12})\\) at turn \\d+ is left out.*?; a newer"
              + " version was delivered at turn");

  private final List<ChatMessage> messages;
  private final Map<String, Version> contents;
  private final List<String> texts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>(); // the lines in them that name a content

  /**
   * What a result has to say.
   *
   * @param digest the content that it has, or refers to; empty if it is of none
   */
  record Expected(String digest) {
    static final Expected OTHER = new Expected("");
  }

  /**
   * @param contents what there ever was, by the beginning of its digest
   */
  SeenRequest(List<ChatMessage> messages, Map<String, Version> contents) {
    this.messages = messages;
    this.contents = contents;
    for (ChatMessage message : messages) {
      String text = text(message);
      texts.add(text);
      notes.add(text.lines().filter(line -> line.contains("sha256:")).collect(joining("\n")));
    }
  }

  private static String text(ChatMessage message) {
    if (message instanceof UserMessage user) {
      return text(user.contents());
    } else if (message instanceof ToolExecutionResultMessage result) {
      return text(result.contents());
    }
    return message instanceof SystemMessage system ? system.text() : "";
  }

  private static String text(List<Content> contents) {
    var text = new StringBuilder();
    for (Content content : contents) {
      text.append(((TextContent) content).text()).append('\n');
    }
    return text.toString();
  }

  /** Learns the ids that the calls of the last answer have here. */
  void nameCalls(List<Expected> asked, Map<String, Expected> expected) {
    if (asked.isEmpty()) {
      return;
    }
    List<ToolExecutionRequest> calls = List.of();
    for (ChatMessage message : messages) {
      if (message instanceof AiMessage answer) {
        calls = answer.toolExecutionRequests();
      }
    }
    assertThat(calls).as("the calls that have just run").hasSameSizeAs(asked);
    for (int i = 0; i < calls.size(); i++) {
      expected.put(calls.get(i).id(), asked.get(i));
    }
  }

  /**
   * Checks all that a model can rely on.
   *
   * @param expected what results have to say, by the ids of their calls
   * @param repeatable what may be there more than once
   * @return how many references there were
   */
  int check(Map<String, Expected> expected, Set<String> repeatable) {
    checkPairs();
    checkRepeats(repeatable);
    checkResults(expected);
    int references = 0;
    for (int i = 0; i < texts.size(); i++) {
      references += checkLines(i);
    }
    return references;
  }

  /** Checks that what was just attached is there, or a line that says where. */
  void checkGiven(Set<String> digests) {
    String all = String.join("\n", texts);
    for (String digest : digests) {
      assertThat(all.contains(content(digest)) || all.contains("sha256:" + digest))
          .as("%s is given", digest)
          .isTrue();
    }
  }

  private void checkPairs() {
    var ids = new HashSet<String>();
    var waiting = new ArrayList<String>();
    for (ChatMessage message : messages) {
      if (message instanceof ToolExecutionResultMessage result) {
        assertThat(waiting).as("calls that wait for a result").isNotEmpty();
        assertThat(result.id()).isEqualTo(waiting.remove(0));
        continue;
      }
      assertThat(waiting).as("calls without a result before %s", message).isEmpty();
      if (message instanceof AiMessage answer) {
        for (ToolExecutionRequest call : answer.toolExecutionRequests()) {
          assertThat(ids.add(call.id())).as("%s is of one call", call.id()).isTrue();
          waiting.add(call.id());
        }
      }
    }
    assertThat(waiting).as("calls without a result").isEmpty();
  }

  private void checkRepeats(Set<String> repeatable) {
    contents.forEach(
        (digest, version) -> {
          long times = texts.stream().mapToLong(text -> count(text, version.text())).sum();
          if (!repeatable.contains(digest)) {
            assertThat(times).as("%s (%s) stands here", version.name(), digest).isLessThan(2);
          }
        });
  }

  private static int count(String text, String content) {
    int count = 0;
    for (int at = text.indexOf(content); at >= 0; at = text.indexOf(content, at + 1)) {
      count++;
    }
    return count;
  }

  private void checkResults(Map<String, Expected> expected) {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof ToolExecutionResultMessage result) {
        String digest = expected.getOrDefault(result.id(), Expected.OTHER).digest();
        if (!digest.isEmpty()) {
          assertThat(has(i, digest) || texts.get(i).contains("sha256:" + digest))
              .as("the result of %s is about %s: %s", result.id(), digest, texts.get(i))
              .isTrue();
        }
      }
    }
  }

  private int checkLines(int at) {
    int references = 0;
    for (MatchResult line : all(SAME, at)) {
      references++;
      assertThat(content(line.group(4))).isNotEmpty();
      assertThat(versionAt(line.group(1), line.group(3), line.group(4), at))
          .as("%s, in message %s", line.group(), at)
          .isGreaterThanOrEqualTo(0);
    }
    for (MatchResult line : all(BY_DIFF, at)) {
      references++;
      int diff = diffAt(line.group(3), line.group(4), at);
      assertThat(diff).as("%s, in message %s", line.group(), at).isGreaterThanOrEqualTo(0);
      MatchResult against = all(DIFF, diff).get(0);
      assertThat(versionAt(line.group(1), line.group(6), against.group(4), at))
          .as("%s, in message %s", line.group(), at)
          .isGreaterThanOrEqualTo(0);
    }
    for (MatchResult line : all(DIFF, at)) {
      references++;
      assertThat(versionAt(line.group(1), line.group(3), line.group(4), at))
          .as("%s, in message %s", line.group(), at)
          .isGreaterThanOrEqualTo(0);
    }
    for (MatchResult line : all(BETWEEN, at)) {
      assertThat(hasOtherVersion(line.group(1), line.group(2), 0, at))
          .as("%s, in message %s", line.group(), at)
          .isTrue();
    }
    for (MatchResult line : all(NEWER, at)) {
      assertThat(hasOtherVersion(line.group(1), line.group(2), at, texts.size() - 1))
          .as("%s, in message %s", line.group(), at)
          .isTrue();
    }
    return references;
  }

  private List<MatchResult> all(Pattern pattern, int at) {
    Matcher matcher = pattern.matcher(notes.get(at));
    return matcher.results().toList();
  }

  /** Returns where a content stands in full, up to a message: as an attachment, or in a result. */
  private int versionAt(String name, String call, String digest, int until) {
    Version version = contents.get(digest);
    assertThat(version).as(digest).isNotNull();
    assertThat(version.name()).isEqualTo(name);
    for (int i = 0; i <= until; i++) {
      if (isPlace(i, call) && has(i, digest)) {
        return i;
      }
    }
    return -1;
  }

  private int diffAt(String call, String digest, int until) {
    for (int i = 0; i <= until; i++) {
      if (isPlace(i, call)
          && all(DIFF, i).stream().anyMatch(line -> line.group(5).equals(digest))) {
        return i;
      }
    }
    return -1;
  }

  private boolean isPlace(int at, String call) {
    return call == null
        ? messages.get(at) instanceof UserMessage
        : messages.get(at) instanceof ToolExecutionResultMessage result && result.id().equals(call);
  }

  private boolean hasOtherVersion(String name, String digest, int from, int to) {
    for (int i = from; i <= to; i++) {
      for (Map.Entry<String, Version> each : contents.entrySet()) {
        if (each.getValue().name().equals(name)
            && !each.getKey().equals(digest)
            && (has(i, each.getKey()) || texts.get(i).contains("sha256:" + each.getKey()))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean has(int at, String digest) {
    return texts.get(at).contains(content(digest));
  }

  private String content(String digest) {
    Version version = contents.get(digest);
    assertThat(version).as(digest).isNotNull();
    return version.text();
  }
}
