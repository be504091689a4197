package dev.attache.history.fold;

import dev.attache.core.outcome.SaturatedMath;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.ConversationSummary.Tally;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The adding up of events to a {@link ConversationSummary}. Not thread-safe. */
public final class SummaryFold {

  private final ConversationId id;
  private final boolean isArchived;
  private @Nullable String title;
  private Instant created = Instant.EPOCH;
  private Instant updated = Instant.EPOCH;
  private Instant exchanged = Instant.EPOCH;
  private int turns;
  private final Map<String, Declared> declarations = new LinkedHashMap<>();
  private @Nullable List<Declared> listed; // the declarations, until one of them changes
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private Tally tally = Tally.ZERO;
  private @Nullable Origin forkedFrom;

  private SummaryFold(ConversationId id, boolean isArchived) {
    this.id = id;
    this.isArchived = isArchived;
  }

  /**
   * Starts a conversation without events; its times are {@link Instant#EPOCH}.
   *
   * @param id the conversation that the summary is of
   * @param isArchived whether the summary says that it is put aside
   * @return a fold for all events, from the first on
   */
  public static SummaryFold of(ConversationId id, boolean isArchived) {
    return new SummaryFold(id, isArchived);
  }

  /**
   * Goes on after a summary.
   *
   * @param summary what the earlier events came to
   * @return a fold for the events that follow
   */
  public static SummaryFold after(ConversationSummary summary) {
    var fold = new SummaryFold(summary.id(), summary.isArchived());
    fold.title = summary.title();
    fold.created = summary.created();
    fold.updated = summary.updated();
    fold.exchanged = summary.exchanged();
    fold.turns = summary.turns();
    summary.declarations().forEach(fold::declare);
    fold.settings.putAll(summary.settings());
    fold.tally = summary.tally();
    fold.forkedFrom = summary.forkedFrom();
    return fold;
  }

  /**
   * Adds the next event.
   *
   * @param event the one after those that were added
   * @return this fold
   */
  public SummaryFold add(ConversationEvent event) {
    if (!event.at().equals(Instant.EPOCH)) { // which is what an event without a time reads as
      created = created.equals(Instant.EPOCH) ? event.at() : created;
      updated = event.at();
      exchanged = isExchange(event) ? event.at() : exchanged;
    }
    if (event instanceof Request request) {
      add(request);
    } else if (event instanceof ToolResult result) {
      for (ContentBlock block : result.response().content()) {
        if (block instanceof DeliveredBlock delivered) {
          count(delivered);
        }
      }
    } else if (event instanceof Config config) {
      add(config);
    }
    return this;
  }

  private static boolean isExchange(ConversationEvent event) {
    return event instanceof Request
        || event instanceof Response
        || event instanceof ModelAnswer
        || event instanceof ToolCall
        || event instanceof ToolResult;
  }

  /** {@return what the events so far come to} */
  public ConversationSummary summary() {
    if (listed == null) {
      listed = List.copyOf(declarations.values());
    }
    return new ConversationSummary(
        id,
        title,
        created,
        updated,
        exchanged,
        turns,
        listed,
        settings,
        tally,
        forkedFrom,
        isArchived);
  }

  private void add(Request request) {
    listed = null;
    turns = Math.max(turns, request.turn() + 1);
    if (title == null) {
      title = Title.of(request.request().text());
    }
    for (String reference : request.references()) {
      declarations.computeIfPresent(
          reference, (key, declared) -> new Declared(declared.declaration(), false));
    }
    for (Attachment attachment : request.request().resources()) {
      count(attachment);
    }
  }

  private void add(Config config) {
    listed = null;
    config.removed().forEach(declarations::remove);
    if (config.forkedFrom() != null) {
      forkedFrom = config.forkedFrom();
      declarations.replaceAll((key, declared) -> new Declared(declared.declaration(), true));
    }
    for (Declaration declaration : config.added()) {
      declare(new Declared(declaration, true));
    }
    for (Map.Entry<String, Object> setting : config.settings().entrySet()) {
      if (isNull(setting.getValue())) {
        settings.remove(setting.getKey());
      } else {
        settings.put(setting.getKey(), setting.getValue());
      }
    }
  }

  private static boolean isNull(@Nullable Object value) {
    return value == null;
  }

  private void declare(Declared declared) {
    listed = null;
    String reference = declared.declaration().reference();
    declarations.remove(reference); // it comes to the end
    declarations.put(reference, declared);
  }

  private void count(DeliveredResource delivered) {
    Resource resource = delivered.resource();
    long references = tally.references();
    long deltas = tally.deltas();
    long savedBytes = tally.savedBytes();
    long savedTokens = tally.savedTokens();
    if (delivered.delivery() instanceof Delivery.Reference reference) {
      ResourceContent formatted = delivered.formatted();
      long full = (formatted == null ? resource.content() : formatted).size();
      String line = reference.line(delivered.label(), resource.content().digest());
      long instead = ResourceContent.text(line).size();
      references++;
      savedBytes = SaturatedMath.sum(savedBytes, full - instead);
      savedTokens = SaturatedMath.sum(savedTokens, delivered.savedTokens());
    } else if (delivered.delivery() instanceof Delivery.Delta delta) {
      long full = resource.content().size();
      long instead = delta.size(delivered.label(), resource.content().digest());
      deltas++;
      savedBytes = SaturatedMath.sum(savedBytes, full - instead);
      savedTokens = SaturatedMath.sum(savedTokens, delivered.savedTokens());
    }
    tally =
        new Tally(
            tally.snapshots() + 1,
            SaturatedMath.sum(tally.bytes(), resource.content().size()),
            references,
            deltas,
            savedBytes,
            savedTokens);
  }

  /** The name of a conversation for people: the beginning of what was asked. */
  private static final class Title {

    private static final int MAX_LENGTH = 80;

    private Title() {}

    /**
     * Returns the first line with something in it, at most 80 characters; null if there is none.
     */
    static @Nullable String of(String text) {
      String line = firstLine(text.strip()).strip();
      if (line.isEmpty()) {
        return null;
      }
      if (line.codePointCount(0, line.length()) <= MAX_LENGTH) {
        return line;
      }
      return line.substring(0, line.offsetByCodePoints(0, MAX_LENGTH - 1)).stripTrailing() + "…";
    }

    private static String firstLine(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
          return text.substring(0, i);
        }
      }
      return text;
    }
  }
}
