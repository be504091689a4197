package dev.attache.conversation;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.DeliveryIndex;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.AppendToken;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.BlobBatch;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog.Appended;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A turn in the making: contents go into the store as they come, and nothing is in the history
 * until the turn is recorded. Not thread-safe.
 */
public final class TurnDraft implements AutoCloseable {

  /** For so many snapshots, what is known of each is looked up; for more, all that is attached. */
  private static final int FEW = 4;

  private final Conversation conversation;
  private final BlobBatch blobs;
  private final Author author;
  private final String text;
  private final @Nullable Map<String, Object> schema;
  private final List<Attachment> attachments = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<Declaration> declared = new ArrayList<>();
  private final List<String> references = new ArrayList<>();
  private final Map<String, Object> set = new LinkedHashMap<>();
  private @Nullable TurnLimit limit;
  private @Nullable TextForm form;
  private @Nullable DeliveryForms forms;
  private int looks;
  private @Nullable Integer before;
  private boolean isRecorded;
  private @Nullable AppendToken token;
  private int leftOut;

  TurnDraft(
      Conversation conversation,
      BlobBatch blobs,
      Author author,
      String text,
      @Nullable Map<String, Object> schema) {
    this.conversation = conversation;
    this.blobs = blobs;
    this.author = author;
    this.text = text;
    this.schema = schema;
  }

  /**
   * Declares a reference that this turn resolves, and forks after it.
   *
   * @param reference what it names, with its meaning and who asks for it
   * @return this turn
   */
  public TurnDraft declare(Reference reference) {
    declared.add(conversation.declaration(reference));
    references.add(reference.text());
    return this;
  }

  /**
   * Declares what the text of a reference spells, whatever files there are.
   *
   * @param requester who asks for it
   * @param reference the reference as it was written
   * @return this turn
   */
  public TurnDraft declare(Requester requester, String reference) {
    return declare(Reference.of(0, reference).by(requester));
  }

  /**
   * Says that this turn resolves something that is declared already.
   *
   * @param reference the text of a declaration, as it was declared
   * @return this turn
   */
  public TurnDraft resolves(String reference) {
    references.add(reference);
    return this;
  }

  /**
   * Declares what its user asks for, and attaches what that leads to, after what is declared and
   * not resolved yet. What cannot be attached hides nothing: the model is told of it.
   *
   * @param resolver what reads the references
   * @param texts references as a user writes them: paths, patterns, URLs, exclusions
   * @return what is not attached and why, a line each, as the model is told
   * @throws StoreException if a content cannot be stored
   */
  public List<String> attachAll(Resolver resolver, String... texts) throws StoreException {
    TurnReferences named = TurnReferences.ofNext(conversation, List.of(texts), resolver);
    named.addTo(this);
    var outcomes = new TurnOutcomes(this, named.references());
    try (Resolution resolution = resolver.resolve(named.references())) {
      List<String> lines = outcomes.takeAll(resolution, named.references());
      outcomes.finish();
      return lines;
    }
  }

  /**
   * Attaches a snapshot. Of what is neither declared nor an upload a fork knows nothing, and the
   * model may not have it read again; {@link #attachAll} does both.
   *
   * @param snapshot what was read; its content goes into the store now
   * @param reference what led to it, as it is declared; for an upload its address
   * @param requester who asked for that
   * @return this turn
   * @throws StoreException if its content cannot be stored
   */
  public TurnDraft attach(Snapshot snapshot, String reference, Requester requester)
      throws StoreException {
    attachments.add(stored(attachment(snapshot, reference, requester)));
    return this;
  }

  /**
   * {@return whether the turn attaches a resource, whatever its content}
   *
   * @param key the resource, by what it is called and who reads it
   */
  public boolean attaches(AttachmentKey key) {
    return attachments.stream().anyMatch(each -> AttachmentKey.of(each.snapshot()).equals(key));
  }

  /** Attaches what is stored already, as far as it fits into a limit when the turn is recorded. */
  void attach(List<Attachment> stored, TurnLimit value) {
    attachments.addAll(stored);
    limit = value;
  }

  Attachment attachment(Snapshot snapshot, String reference, Requester requester)
      throws StoreException {
    String consent = conversation.consent(requester, snapshot.address().value());
    ResourceContent formatted = DeliveredBlock.of(snapshot.resource()).formatted();
    ResourceForm shown = forms(snapshot.resource()).of(snapshot);
    return new Attachment(snapshot, formatted, reference, consent, Delivery.FULL, shown);
  }

  private DeliveryForms forms(Resource next) throws StoreException {
    DeliveryForms known = forms;
    if (known == null && ++looks <= FEW) {
      var words = new HashSet<>(List.of(next.uri().value()));
      if (next.name() != null) { // without one, it has no path
        words.add(next.name());
      }
      return in(conversation.forms(words));
    }
    if (known == null) {
      known = in(conversation.forms());
      forms = known;
    }
    return known;
  }

  private DeliveryForms in(DeliveryForms known) {
    return form == null ? known : known.in(form);
  }

  Attachment stored(Attachment attachment) throws StoreException {
    return StoredBlocks.of(attachment, blobs);
  }

  /**
   * Sets something for the conversation with the turn, if that is recorded.
   *
   * @param settings values as {@link Conversation#set} takes them
   * @return this turn
   * @throws IllegalArgumentException as there
   */
  public TurnDraft set(Map<String, Object> settings) {
    set.putAll(ConversationSettings.checked(settings));
    return this;
  }

  /**
   * Keeps values of the program with the conversation, if the turn is recorded.
   *
   * @param values values as {@link Conversation#setOwn} takes them
   * @return this turn
   * @throws IllegalArgumentException as there
   */
  public TurnDraft setOwn(Map<String, Object> values) {
    set.putAll(ConversationSettings.own(values));
    return this;
  }

  /**
   * Shows what is attached from now on in a form of its own, whatever is set.
   *
   * @param value the form
   * @return this turn
   */
  public TurnDraft in(TextForm value) {
    form = value;
    return this;
  }

  /**
   * Has the turn go on with the last one, and be refused if that is another by then.
   *
   * @param last the number of the last turn, from 0 on; -1 if there is none yet
   * @return this turn
   */
  public TurnDraft after(int last) {
    before = last;
    return this;
  }

  /**
   * Tells the model a line.
   *
   * @param notice the line, for the model and the user
   * @return this turn
   */
  public TurnDraft notice(Notice notice) {
    notices.add(notice);
    return this;
  }

  /**
   * Has the turn recorded once, however often it is tried with this token: for who tries again
   * without knowing what became of the last time.
   *
   * @param value what the turn is known by, a new one for each turn
   * @return this turn
   */
  public TurnDraft once(AppendToken value) {
    token = value;
    return this;
  }

  /**
   * Records the turn, once. When this returns, it is safe. A turn that was recorded with the same
   * token before is returned as it is.
   *
   * @return the turn as the model gets it: resources that it has already are references
   * @throws StoreException if nothing was recorded, saying why; then it may be tried again; {@code
   *     REFUSED} if something else than a turn was recorded with its token
   * @throws IllegalStateException if it is recorded, and has no token
   */
  public Request record() throws StoreException {
    if (isRecorded && token == null) {
      throw new IllegalStateException(
          "the turn is recorded; begin another one with Conversation.begin");
    }
    Appended appended =
        conversation
            .log()
            .append(
                token,
                blobs,
                now -> {
                  if (before != null && before != now.summary().turns() - 1) {
                    throw StoreException.of(
                        StoreException.Kind.REFUSED,
                        "somebody else has begun a turn in " + conversation.id());
                  }
                  return events(now, request(now));
                });
    Request recorded = conversation.first(Request.class, appended);
    isRecorded = true;
    if (limit != null && !appended.isRepeated()) {
      limit.report();
    }
    leftOut = 0;
    for (ConversationEvent event : appended.events()) {
      leftOut += event instanceof Elision elision ? elision.dropped().size() : 0;
    }
    return conversation.names().shown(recorded);
  }

  /**
   * {@return how many snapshots the turn, once it is recorded, has superseded and left out of all
   * requests from then on}
   */
  public int leftOut() {
    return leftOut;
  }

  /** Ends the turn; unless it was recorded, nothing of it is left. */
  @Override
  public void close() {
    blobs.close();
  }

  private List<ConversationEvent> events(ConversationView now, Request request)
      throws StoreException {
    var events = new ArrayList<ConversationEvent>();
    ConversationSummary before = now.summary();
    TextForm shown = form == null ? conversation.text(before) : form;
    Map<String, Object> settings = FirstLayout.settings(before, shown);
    if (!set.isEmpty()) { // by itself: what the turn declares goes with it when it is taken back
      events.add(new Config(request.at(), request.turn(), List.of(), List.of(), set, null));
    }
    if (!declared.isEmpty() || !settings.isEmpty()) {
      events.add(new Config(request.at(), request.turn(), declared, List.of(), settings, null));
    }
    events.add(request);
    Elision elision = Elisions.ofTurn(conversation, now, events);
    if (elision != null) {
      events.add(elision);
    }
    return events;
  }

  private Request request(ConversationView now) throws StoreException {
    int turn = now.summary().turns();
    List<Attachment> delivered = delivered(now, turn, attachments);
    if (limit == null) {
      return request(turn, delivered, List.of());
    }
    return limit.within(
        delivered,
        (chosen, more) ->
            request(
                turn,
                chosen.size() == delivered.size() ? delivered : delivered(now, turn, chosen),
                more));
  }

  private Request request(int turn, List<Attachment> delivered, List<Notice> more) {
    var told = new ArrayList<>(stillOfUse());
    told.addAll(more);
    return new Request(
        conversation.time(),
        turn,
        new ChatRequest(author, text, schema, delivered, told),
        references,
        conversation.options().awaitsHandover()
            && delivered.stream().anyMatch(each -> each.delivery() instanceof Delivery.Full));
  }

  private List<Attachment> delivered(ConversationView now, int turn, List<Attachment> all)
      throws StoreException {
    if (all.isEmpty()) {
      return List.of(); // no need to read back
    }
    var uris = new HashSet<ResourceUri>();
    all.forEach(each -> uris.add(each.snapshot().resource().uri()));
    DeliveryIndex index = conversation.index(now, turn, uris);
    var delivered = new ArrayList<Attachment>(all.size());
    for (Attachment attachment : all) {
      Snapshot snapshot = attachment.snapshot();
      Delivery delivery =
          index.deliver(
              DeliveryPlace.ofAttachment(turn, delivered.size()),
              attachment,
              snapshot.source(),
              Kind.PLAIN);
      delivered.add(attachment.delivered(delivery));
    }
    return delivered;
  }

  /** The notices, without those of what this very turn attaches as it is now. */
  private List<Notice> stillOfUse() {
    Set<AttachmentKey> fresh = new HashSet<>();
    for (Attachment attachment : attachments) {
      fresh.add(AttachmentKey.of(attachment.snapshot()));
    }
    return notices.stream()
        .filter(notice -> notice.about() == null || !fresh.contains(notice.about()))
        .toList();
  }
}
