package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Cases of what is delivered how, in the file {@code truth-table.txt}: {@code ##} begins a case,
 * each line of it is a step, and behind the bar stands how its resources are delivered.
 *
 * <pre>
 * 0 file u A            | full          turn, source, URI, content
 * 1 tool:read/c1 u A    | as 0[0]       a result of a tool call; the reference names its target
 * 1 + u B failed        | full          one more resource of the same request or result
 * 2 file u A structured | full          from here on the model can be given blobs; `text` ends it
 * 2 drop 0[0]           |               an elision event
 * 2 call read/c2        |               a tool call whose result comes later
 * </pre>
 */
final class TruthTable {

  private static final int SIZE = 1025;

  private final Transcript transcript;
  private final StringBuilder table = new StringBuilder();
  private final List<String> step = new ArrayList<>();
  private int turn = -1;

  private TruthTable(Channel channel) {
    transcript = new Transcript(DedupSettings.DEFAULT, channel);
  }

  /** Returns the case with the outcomes that there are, whatever stands behind the bars. */
  static String run(String name, List<String> steps) throws StoreException {
    var table = new TruthTable(name.endsWith("(structured)") ? Channel.STRUCTURED : Channel.TEXT);
    for (String line : steps) {
      String step = line.substring(0, line.indexOf('|')).strip();
      if (!step.split(" ", -1)[1].equals("+")) {
        table.perform();
      }
      table.step.add(step);
    }
    table.perform();
    return "## " + name + "\n" + table.table;
  }

  private void perform() throws StoreException {
    if (step.isEmpty()) {
      return;
    }
    String[] words = step.get(0).split(" ", -1);
    List<Delivery> deliveries = perform(Integer.parseInt(words[0]), words);
    for (int i = 0; i < step.size(); i++) {
      String outcome = deliveries.isEmpty() ? "" : " " + print(deliveries.get(i));
      table.append(String.format("%-41s |%s%n", step.get(i), outcome));
    }
    step.clear();
  }

  private List<Delivery> perform(int at, String[] words) throws StoreException {
    List<String> all = List.of(words);
    if (all.contains("text") || all.contains("structured")) {
      transcript.over(all.contains("text") ? Channel.TEXT : Channel.STRUCTURED);
    }
    switch (words[1]) {
      case "drop" -> transcript.elide(places(words), List.of());
      case "restore" -> transcript.elide(List.of(), places(words));
      case "call" -> {
        String[] call = words[2].split("/", -1);
        transcript.call(call[1], call[0]);
      }
      default -> {
        return deliver(at, words[1]);
      }
    }
    return List.of();
  }

  private List<Delivery> deliver(int at, String source) throws StoreException {
    boolean isAttachment = !source.startsWith("tool:");
    if (isAttachment || at > turn) {
      turn = at;
      Resource[] attached = isAttachment ? resources() : new Resource[0];
      List<Delivery> deliveries =
          transcript.attach(at, "text", Transcript.snapshots(source, attached));
      if (isAttachment) {
        return deliveries;
      }
    }
    String[] call = source.substring("tool:".length()).split("/", -1);
    DeliveredBlock[] blocks =
        List.of(resources()).stream().map(DeliveredBlock::of).toArray(DeliveredBlock[]::new);
    return transcript.answer(call[1], call[0], kind(call[0]), blocks);
  }

  private Kind kind(String tool) {
    String words = step.get(0) + " ";
    if (words.contains(" failed ")) {
      return Kind.FAILED;
    }
    if (words.contains(" forced ")) {
      return Kind.FORCED;
    }
    return tool.equals("refresh_resource") ? Kind.REFRESH : Kind.PLAIN;
  }

  private Resource[] resources() {
    return step.stream().map(TruthTable::resource).toArray(Resource[]::new);
  }

  private static Resource resource(String step) {
    List<String> words = List.of(step.split(" ", -1));
    int size = SIZE;
    for (String word : words) {
      size = word.startsWith("bytes=") ? Integer.parseInt(word.substring(6)) : size;
    }
    String text = words.get(3).repeat(size / words.get(3).getBytes(UTF_8).length);
    ResourceContent content =
        words.contains("blob")
            ? ResourceContent.blob(text.getBytes(UTF_8))
            : ResourceContent.text(text);
    Resource.Builder resource =
        Resource.builder(ResourceUri.of("file:///" + words.get(2)), content);
    if (words.contains("truncated")) {
      resource.meta(ReferenceTargets.TRUNCATED, true);
    }
    if (words.contains("user")) {
      resource.annotations(new Annotations(Set.of(Role.USER), null, null));
    }
    if (words.contains("both")) {
      resource.annotations(new Annotations(Set.of(Role.USER, Role.ASSISTANT), null, null));
    }
    return resource.build();
  }

  private static List<DeliveryPlace> places(String[] words) {
    var places = new ArrayList<DeliveryPlace>();
    for (int i = 2; i < words.length; i++) {
      places.add(place(words[i]));
    }
    return places;
  }

  private static DeliveryPlace place(String word) {
    String[] parts = word.substring(0, word.length() - 1).split("\\[", -1);
    String[] where = parts[0].split("/", -1);
    return new DeliveryPlace(
        Integer.parseInt(where[0]), where.length > 1 ? where[1] : null, Integer.parseInt(parts[1]));
  }

  private static String print(Delivery delivery) {
    if (!(delivery instanceof Delivery.Reference reference)) {
      return delivery instanceof Delivery.Described ? "described" : "full";
    }
    DeliveryPlace between = reference.between();
    return "as " + print(reference.target()) + (between == null ? "" : ", not " + print(between));
  }

  private static String print(DeliveryPlace place) {
    return place.turn()
        + (place.call() == null ? "" : "/" + place.call())
        + "["
        + place.index()
        + "]";
  }
}
