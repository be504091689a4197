package dev.attache.conversation;

import dev.attache.budget.BudgetItem;
import dev.attache.budget.BudgetSelection;
import dev.attache.budget.ClosingLines;
import dev.attache.budget.Cuts;
import dev.attache.budget.LimitReport;
import dev.attache.budget.Rank;
import dev.attache.budget.TokenLimit;
import dev.attache.core.outcome.Outcome;
import dev.attache.delivery.form.PromptText;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.Delivery;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.types.ContentKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The limit in tokens of one turn: of its request as a model gets it, with the text, what is
 * attached and what is not. What the model has already costs the line that says so.
 *
 * <p>What cannot fit in any case is let go as it comes, and never stored. The choice is made when
 * the turn is recorded, while no other writer can come between. Not thread-safe.
 */
public final class TurnLimit {

  /** So many lines are enough for a client. */
  private static final int CLIENT_LINES = 40;

  private final TokenLimit limit;
  private final LimitReport report;
  private final boolean isStrict;
  private final Map<AttachmentKey, ContentDigest> given = new HashMap<>();
  private final Cuts gone;
  private final BudgetSelection<Offer> offers;
  private final List<BudgetItem<Offer>> left = new ArrayList<>();
  private List<BudgetItem<Offer>> attached = List.of();
  private long number;
  private long used;

  /**
   * @param limit how many tokens the request may have
   * @param conversation that of the turn, which has been given some of it perhaps
   * @param report takes note of what is left out, and of what is used
   * @param isStrict whether a turn that leaves something out is not to be recorded
   * @throws StoreException if the history cannot be read
   */
  public TurnLimit(
      TokenLimit limit, Conversation conversation, LimitReport report, boolean isStrict)
      throws StoreException {
    this.limit = limit;
    this.isStrict = isStrict;
    this.report = report;
    this.gone = new Cuts(limit);
    this.offers = new BudgetSelection<>(limit, this::letGo);
    conversation
        .log()
        .attachments()
        .forEach(
            each ->
                given.put(
                    AttachmentKey.of(each.attachment().snapshot()),
                    each.attachment().snapshot().resource().content().digest()));
  }

  /**
   * Something that may be attached.
   *
   * @param tokens what it costs in full
   * @param isStored whether its content is with the turn already
   */
  private record Offer(Attachment attachment, long tokens, boolean isStored) {}

  /** The making of a request of what is attached and what else is told. */
  @FunctionalInterface
  interface Requests {
    /** Returns the request; {@code attachments} are some of those that were given out. */
    Request of(List<Attachment> attachments, List<Notice> more) throws IOException;
  }

  private void letGo(BudgetItem<Offer> item) {
    Outcome.Skipped skipped = item.otherwise();
    if (skipped != null) {
      gone.add(skipped, item.value().tokens());
      report.leftOut(limit, skipped, item.value().tokens());
    }
  }

  /** Takes note of something that may be attached. */
  void offer(Outcome.Resolved resolved, Attachment attachment, TurnDraft draft)
      throws StoreException {
    try {
      long tokens = limit.count(written(alone(attachment)));
      ContentKind kind = resolved.snapshot().kind();
      boolean isGiven =
          resolved
              .snapshot()
              .resource()
              .content()
              .digest()
              .equals(given.get(AttachmentKey.of(resolved.snapshot())));
      // Bytes are shown by a line and would fill the memory.
      boolean isStored = kind == ContentKind.BINARY;
      Attachment kept = isStored ? draft.stored(attachment) : attachment;
      offers.add(
          new BudgetItem<>(
              Rank.of(resolved.reference(), resolved.isNamed(), kind, tokens, number++),
              isGiven ? 0 : tokens, // what may cost a line only is not let go of
              limit.leftOut(resolved, tokens),
              new Offer(kept, tokens, isStored)));
    } catch (IOException e) {
      throw unreadable(attachment, e);
    }
  }

  private static StoreException unreadable(Attachment attachment, IOException e) {
    return StoreException.of(
        StoreException.Kind.FAILED,
        attachment.snapshot().resource().uri().redacted() + " cannot be read: " + e.getMessage());
  }

  /** Hands a turn what may fit. */
  void attachTo(TurnDraft draft) throws StoreException {
    attached = offers.held();
    var stored = new ArrayList<Attachment>(attached.size());
    for (BudgetItem<Offer> each : attached) {
      Offer offer = each.value();
      stored.add(offer.isStored() ? offer.attachment() : draft.stored(offer.attachment()));
    }
    draft.attach(stored, this);
  }

  /**
   * Returns the request that fits.
   *
   * @param delivered what may be attached, as it would be delivered
   * @throws StoreException {@code REFUSED} if something does not fit that has to
   */
  Request within(List<Attachment> delivered, Requests requests) throws StoreException {
    try {
      long room = limit.tokens();
      while (true) {
        Request request = chosen(delivered, requests, new TokenLimit(room, limit.estimator()));
        if (used <= limit.tokens() || room <= 1) {
          requireAll();
          return request;
        }
        room = Math.max(1, room - (used - limit.tokens())); // what is chosen refers to other places
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError(e); // no content is read: they were counted as they came
    }
  }

  private void requireAll() throws StoreException {
    if (isStrict && !(left.isEmpty() && gone.isEmpty())) {
      report();
      throw StoreException.of(
          StoreException.Kind.REFUSED, "nothing was recorded, because of --strict");
    }
  }

  private Request chosen(List<Attachment> delivered, Requests requests, TokenLimit room)
      throws IOException {
    left.clear();
    var selection =
        new BudgetSelection<Integer>(room, gone, item -> left.add(attached.get(item.value())));
    for (int i = 0; i < delivered.size(); i++) {
      BudgetItem<Offer> offer = attached.get(i);
      long tokens = tokens(delivered.get(i), offer.value());
      selection.add(new BudgetItem<>(offer.rank(), tokens, offer.otherwise(), i));
    }
    BudgetSelection.Choice<Integer> choice =
        selection.choose(cuts -> limit.count(closing(cuts, requests)));
    List<Integer> places = choice.items().stream().map(BudgetItem::value).toList();
    Request request =
        requests.of(places.stream().map(delivered::get).toList(), notices(choice.cuts(), requests));
    used = limit.count(closing(choice.cuts(), requests));
    for (int i = 0; i < places.size(); i++) {
      used += tokens(request.request().resources().get(i), attached.get(places.get(i)).value());
    }
    return request;
  }

  private long tokens(Attachment attachment, Offer offer) throws IOException {
    return attachment.delivery() instanceof Delivery.Full
        ? offer.tokens()
        : limit.count(written(alone(attachment)));
  }

  /** The request without what is attached. */
  private byte[] closing(Cuts cuts, Requests requests) throws IOException {
    return written(requests.of(List.of(), notices(cuts, requests)));
  }

  private List<Notice> notices(Cuts cuts, Requests requests) throws IOException {
    long fixed = limit.count(written(requests.of(List.of(), List.of())));
    var notices = new ArrayList<List<Notice>>();
    ClosingLines.fit(
        limit,
        fixed,
        most -> {
          List<Notice> told =
              cuts.lines(most).stream().map(line -> Notice.of(TurnOutcomes.told(line))).toList();
          notices.add(told);
          return written(requests.of(List.of(), told));
        });
    return notices.get(notices.size() - 1);
  }

  /** Tells what was left out, once the turn is recorded. */
  void report() {
    left.forEach(this::letGo);
    report.used(limit, used);
  }

  /** {@return the lines about what was left out, once the turn is recorded} */
  public List<String> lines() {
    return gone.lines(CLIENT_LINES).stream().map(TurnOutcomes::told).toList();
  }

  private static Request alone(Attachment attachment) {
    var request = new ChatRequest(Author.USER, "", null, List.of(attachment), List.of());
    return new Request(Instant.EPOCH, 0, request, List.of(), false);
  }

  private static byte[] written(Request request) throws IOException {
    var written = new ByteArrayOutputStream();
    PromptText.writeRequest(request, written);
    return written.toByteArray();
  }
}
