package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.CacheMarks;
import dev.attache.model.ModelProfile;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.Text;
import dev.attache.test.PrefixCache.Block;
import dev.attache.test.PrefixCache.Part;
import dev.attache.tokens.jtokkit.O200k;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request as providers charge for it: its parts with their tokens, and after which of them marks
 * stand. Immutable.
 *
 * @param round in which round of the session it is sent
 * @param marks the parts before marks, as indexes, for each profile
 */
record CountedRequest(int round, List<Part> parts, List<Set<Integer>> marks) {

  CountedRequest {
    parts = List.copyOf(parts);
    marks = List.copyOf(marks);
  }

  long tokens() {
    return parts.stream().mapToLong(Part::tokens).sum();
  }

  /** A counter of tokens, by {@code o200k}, that counts no text twice. */
  static final class Counter {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final O200k tokens = new O200k();
    private final Map<String, Long> counts = new HashMap<>();

    CountedRequest count(
        int round,
        List<ModelProfile> profiles,
        List<OfferedTool> tools,
        List<RenderedMessage> messages)
        throws IOException {
      var parts = new ArrayList<Part>();
      var last = new int[messages.size()]; // the last part of each message
      parts.add(plain(JSON.writeValueAsString(tools)));
      for (int i = 0; i < messages.size(); i++) {
        for (RenderedPart part : messages.get(i).parts()) {
          parts.add(part(part));
        }
        last[i] = parts.size() - 1;
      }
      var all = new ArrayList<Set<Integer>>();
      for (ModelProfile profile : profiles) {
        CacheMarks marks = CacheMarks.of(profile, messages);
        Set<Integer> after = new HashSet<>();
        if (marks.isAfterTools()) {
          after.add(0);
        }
        marks.messages().forEach(each -> after.add(last[each]));
        all.add(after);
      }
      return new CountedRequest(round, parts, all);
    }

    private Part part(RenderedPart part) throws IOException {
      if (part instanceof RenderedPart.ToolCall call) {
        return of(Block.CALL, call.id() + " " + call.name() + " " + call.arguments());
      } else if (part instanceof RenderedPart.ToolResult result) {
        var text = new StringBuilder(result.id());
        for (RenderedPart each : result.content()) {
          text.append('\n').append(text(each));
        }
        return of(Block.RESULT, text.toString());
      }
      return plain(text(part));
    }

    private static String text(RenderedPart part) throws IOException {
      if (part instanceof RenderedPart.Reference reference) {
        return reference.line();
      } else if (part instanceof RenderedPart.Notice notice) {
        return notice.line();
      } else if (part instanceof RenderedPart.Deliverable each) {
        return read(each.shown());
      }
      return read(((RenderedPart.Text) part).text());
    }

    private static String read(RenderedText text) throws IOException {
      var out = new ByteArrayOutputStream();
      text.writeTo(out);
      return out.toString(UTF_8);
    }

    private Part plain(String text) {
      return of(Block.PLAIN, text);
    }

    private Part of(Block block, String text) {
      return new Part(
          block, text, counts.computeIfAbsent(text, each -> tokens.count(Text.of(each))));
    }
  }
}
