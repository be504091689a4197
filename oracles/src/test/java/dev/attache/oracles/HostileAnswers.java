package dev.attache.oracles;

import static java.util.stream.Collectors.joining;

import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import dev.attache.test.FakeWire.Say;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Answers by chance that servers should not give: odd ids, names and arguments, thoughts without an
 * answer, and streams in which events are numbered wrongly, lost, repeated or in another order.
 */
final class HostileAnswers {

  private static final List<String> NAMES =
      List.of(
          "look",
          "edit",
          "look",
          "edit",
          "",
          "functions.look",
          "look<|channel|>commentary",
          "lo\u0000ok",
          "ä",
          "x".repeat(65),
          "x".repeat(5000));

  private static final List<String> IDS =
      List.of(
          "",
          "same",
          "call_1",
          "a.b|c",
          "\u001b[31m",
          "x".repeat(40),
          "x".repeat(41),
          "x".repeat(65),
          "y".repeat(1324));

  private static final List<String> ARGUMENTS =
      List.of(
          "{}",
          "{\"n\":1}",
          "",
          " ",
          "null",
          "[1]",
          "look at it",
          "{\"n\":",
          "{\"n\":1}{\"n\":2}",
          "\"{\\\"n\\\":1}\"",
          "\"text\"",
          "{\"n\":1e400}",
          "{\"n\":" + "9".repeat(400) + "}",
          "{\"n\":1,\"n\":2}",
          "{\"\\ud83d\":\"\\udc00\"}",
          "{\"a\":\"\\u0000\"}",
          "{\"a\":".repeat(80) + "1" + "}".repeat(80));

  private static final List<String> TEXTS =
      List.of("Yes.", "", " \n", "<think>Hm.</think>\n\nYes.", "<think>Hm.", "\u0000", "\u2028🦊");

  private static final List<String> WORDS =
      List.of("stop", "tool_calls", "length", "content_filter", "end_turn", "tool_use", "refusal");

  private static final List<String> OTHER_WORDS =
      List.of("pause_turn", "MALFORMED_FUNCTION_CALL", "SAFETY", "load", "weird", "");

  private final Random random;
  private final FakeWire wire;

  HostileAnswers(Random random, FakeWire wire) {
    this.random = random;
    this.wire = wire;
  }

  /** Returns the next answer, more than every second of which has something wrong. */
  Answer next() {
    if (random.nextInt(20) == 0) {
      return Answer.json(
          random.nextBoolean() ? 200 : 400,
          "{\"object\":\"error\",\"message\":\"no\",\"code\":400}");
    }
    var says = new ArrayList<Say>();
    for (int i = random.nextInt(6); i > 0; i--) {
      says.add(say());
    }
    if (random.nextInt(10) == 0) {
      says.add(FakeWire.cut());
    }
    UnaryOperator<String> change = UnaryOperator.identity();
    for (int i = random.nextInt(3); i > 0; i--) {
      UnaryOperator<String> next = change();
      UnaryOperator<String> before = change;
      change = stream -> next.apply(before.apply(stream));
    }
    return wire.changed(change, says);
  }

  private Say say() {
    return switch (random.nextInt(6)) {
      case 0 -> FakeWire.text(any(TEXTS));
      case 1 -> FakeWire.thought("Thought of " + wire + ".");
      default -> FakeWire.call(any(IDS), any(NAMES), any(ARGUMENTS));
    };
  }

  private UnaryOperator<String> change() {
    String end = wire == FakeWire.OLLAMA ? "\n" : "\n\n";
    return switch (random.nextInt(10)) {
      case 0 -> stream -> stream.replaceAll("(\"tool_calls\":\\[\\{\"index\":)\\d+", "$10");
      case 1 -> stream -> stream.replaceAll("(\"tool_calls\":\\[\\{)\"index\":\\d+,", "$1");
      case 2 -> FakeWire::uncounted;
      case 3 ->
          stream ->
              stream.replaceAll("(" + String.join("|", WORDS) + ")\"", any(OTHER_WORDS) + "\"");
      case 4 -> stream -> stream.replace("reasoning_content", "reasoning");
      case 5 -> stream -> stream.replaceAll(",?\"(id|call_id)\":\"[^\"]*\"", "");
      case 6 -> stream -> events(stream, end, all -> all.remove(random.nextInt(all.size())));
      case 7 ->
          stream ->
              events(
                  stream, end, all -> all.add(random.nextInt(all.size()), any(List.copyOf(all))));
      case 8 ->
          stream ->
              events(
                  stream,
                  end,
                  all -> Collections.swap(all, random.nextInt(all.size()), all.size() / 2));
      default -> stream -> stream.substring(0, random.nextInt(stream.length() + 1));
    };
  }

  private interface Change {
    void to(List<String> events);
  }

  private static String events(String stream, String end, Change change) {
    var events = new ArrayList<>(Arrays.asList(stream.strip().split(end, -1)));
    change.to(events);
    return events.stream().map(each -> each + end).collect(joining());
  }

  private String any(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
