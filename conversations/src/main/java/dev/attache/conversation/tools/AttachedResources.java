package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resources that are attached to a conversation at one moment, and who may read them again.
 * Immutable and thread-safe.
 */
public final class AttachedResources {

  /** Up to so many, looking each one up costs less than a set of all. */
  private static final int FEW = 8;

  private final Conversation conversation;
  private final List<AttachmentState> states;
  private final List<Declared> declarations;

  /** What no longer has a declaration of its own, by its address, and what covers it. */
  private final Map<ResourceUri, Declaration> covered;

  /** What is attached by a spelling, for each way of spelling that somebody has used. */
  private final Map<Object, Map<String, List<AttachmentState>>> bySpelling =
      new ConcurrentHashMap<>();

  private AttachedResources(
      Conversation conversation,
      List<AttachmentState> states,
      List<Declared> declarations,
      Map<ResourceUri, Declaration> covered) {
    this.conversation = conversation;
    this.states = states;
    this.declarations = declarations;
    this.covered = covered;
  }

  /**
   * {@return those of a conversation as it is now}
   *
   * @param conversation the conversation, of which later turns are not seen
   * @throws StoreException if the history cannot be read
   */
  public static AttachedResources of(Conversation conversation) throws StoreException {
    return new AttachedResources(
        conversation,
        conversation.log().attachments(),
        conversation.summary().declarations(),
        Map.of());
  }

  /** Returns those of the conversation as it is now: these, if they are. */
  @SuppressWarnings("ReferenceEquality") // a history gives the same list until one is attached
  AttachedResources now() throws StoreException {
    AttachedResources now = of(conversation);
    return now.states == states && now.declarations.equals(declarations) && covered.isEmpty()
        ? this
        : now;
  }

  /**
   * {@return the same, where what was attached by a declaration that was taken back counts as
   * declared if another one covers it} Looks at what the declarations lead to, if there is any.
   *
   * @param resolver what says what the declarations lead to now
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public AttachedResources withCovered(Resolver resolver) {
    Set<ResourceUri> undeclared = new HashSet<>();
    for (AttachmentState state : states) {
      if (!isDeclared(state)) {
        undeclared.add(state.attachment().snapshot().address());
      }
    }
    if (undeclared.isEmpty() || declarations.isEmpty()) {
      return this;
    }
    List<Reference> references =
        declarations.stream().map(each -> reference(each.declaration())).toList();
    Map<ResourceUri, Declaration> found = new HashMap<>();
    try (Resolution plan = resolver.plan(References.of(List.of()).and(references))) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Planned planned
            && undeclared.contains(planned.candidate().uri())) {
          int position = planned.reference().position();
          found.putIfAbsent(planned.candidate().uri(), declarations.get(position).declaration());
        }
      }
    }
    return new AttachedResources(conversation, states, declarations, found);
  }

  /**
   * {@return the declarations, as written, that lead to something attached} Takes as long as a
   * plan.
   *
   * @param resolver the planner of the declarations
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public Set<String> leading(Resolver resolver) {
    Set<ResourceUri> attached = new HashSet<>();
    states.forEach(state -> attached.add(state.attachment().snapshot().address()));
    List<Reference> references =
        declarations.stream().map(each -> reference(each.declaration())).toList();
    Set<String> leading = new HashSet<>();
    for (Reference each : references) { // one by one: together, only one of two ways counts
      if (!each.exclusion()) {
        try (Resolution plan = resolver.plan(References.of(List.of()).and(List.of(each)))) {
          for (Outcome outcome : plan) {
            if (outcome instanceof Outcome.Planned planned
                && attached.contains(planned.candidate().uri())) {
              leading.add(each.text());
            }
          }
        }
      }
    }
    return leading;
  }

  private Reference reference(Declaration declaration) {
    Meaning meaning = declaration.meaning();
    Requester requester = conversation.requester(declaration);
    return meaning == null
        ? Reference.of(0, declaration.reference()).by(requester)
        : new Reference(0, declaration.reference(), meaning, requester);
  }

  /**
   * Returns the declaration of these very words, with the exclusions that came after it; nothing if
   * there is none.
   */
  Optional<References> declaredAs(String words) {
    var references = new ArrayList<Reference>();
    for (Declared each : declarations) {
      Declaration declaration = each.declaration();
      Reference reference = reference(declaration);
      boolean isIt = declaration.reference().equals(words) && !reference.exclusion();
      if (isIt || (reference.exclusion() && !references.isEmpty())) {
        references.add(reference);
      }
    }
    return references.isEmpty()
        ? Optional.empty()
        : Optional.of(References.of(List.of()).and(references));
  }

  /** What was attached by a declaration. */
  List<AttachmentState> attachedBy(String words) {
    return all(state -> state.attachment().reference().equals(words));
  }

  /** {@return those whose declaration still stands, in order} */
  public List<AttachmentState> declared() {
    return declared(states);
  }

  /**
   * {@return whether nothing is attached of which the declaration is gone and others might cover
   * it}
   */
  public boolean isAllDeclared() {
    return declarations.isEmpty() || declared().size() == states.size();
  }

  private List<AttachmentState> declared(List<AttachmentState> some) {
    if (some.size() <= FEW) {
      return some.stream().filter(this::isDeclared).toList();
    }
    Set<String> references = new HashSet<>();
    declarations.forEach(each -> references.add(each.declaration().reference()));
    return some.stream()
        .filter(
            state ->
                references.contains(state.attachment().reference())
                    || covered.containsKey(state.attachment().snapshot().address()))
        .toList();
  }

  /**
   * Returns what somebody means who names a resource: by its URI, by its address, by the path that
   * it had when it was attached or the name that it was uploaded under, by another spelling of
   * that, or by what people and models are shown of it.
   *
   * @param named the words of a person or a model
   * @param resolver what tells which spellings mean the same
   * @return those of the first way that leads anywhere; those whose declaration stands, unless
   *     there is none; what is read by its own URI, rather than what others give under that URI
   */
  public List<AttachmentState> find(String named, Resolver resolver) {
    List<AttachmentState> found = meant(named, resolver);
    List<AttachmentState> own =
        found.stream().filter(state -> address(state).equals(uri(state))).toList();
    return found.size() > 1 && own.size() == 1 && isOneUri(found) ? own : found;
  }

  private static boolean isOneUri(List<AttachmentState> states) {
    return states.stream().map(AttachedResources::uri).distinct().count() == 1;
  }

  private List<AttachmentState> meant(String named, Resolver resolver) {
    List<AttachmentState> found = byUriOrAddress(named);
    if (found.isEmpty()) {
      found = byPathOrName(named, resolver.workspace());
    }
    if (found.isEmpty()) {
      found = byCanonicalForm(named, resolver);
    }
    if (found.isEmpty()) {
      found = spelled(Spelled.SHOWN, AttachedResources::shown, named);
    }
    return found;
  }

  /** The ways of spelling that depend on nothing else. */
  private enum Spelled {
    URI,
    ADDRESS,
    UPLOAD,
    SHOWN
  }

  private List<AttachmentState> byUriOrAddress(String named) {
    List<AttachmentState> found = spelled(Spelled.URI, state -> List.of(uri(state)), named);
    return found.isEmpty()
        ? spelled(Spelled.ADDRESS, state -> List.of(address(state)), named)
        : found;
  }

  private static List<String> shown(AttachmentState state) {
    return Stream.of(uri(state), address(state)).map(Redaction::redact).distinct().toList();
  }

  /**
   * Returns what is spelled so, those of it whose declaration stands, unless there is none.
   *
   * @param way what tells this way of spelling from others
   * @param spellings how it spells a resource
   */
  private List<AttachmentState> spelled(
      Object way, Function<AttachmentState, List<String>> spellings, String named) {
    Map<String, List<AttachmentState>> index =
        bySpelling.computeIfAbsent(way, same -> index(spellings));
    return standing(index.getOrDefault(named, List.of()));
  }

  private Map<String, List<AttachmentState>> index(
      Function<AttachmentState, List<String>> spellings) {
    Map<String, List<AttachmentState>> index = new HashMap<>();
    for (AttachmentState state : states) {
      for (String spelling : spellings.apply(state)) {
        index.computeIfAbsent(spelling, same -> new ArrayList<>(1)).add(state);
      }
    }
    return index;
  }

  /** A file and an upload of one name are both meant, unless the file is declared no longer. */
  private List<AttachmentState> byPathOrName(String named, String workspace) {
    List<AttachmentState> files = byWrittenPath(named, workspace);
    List<AttachmentState> uploads = spelled(Spelled.UPLOAD, AttachedResources::uploadedAs, named);
    return uploads.isEmpty()
        ? files
        : Stream.concat(declared(files).stream(), uploads.stream()).toList();
  }

  private static List<String> uploadedAs(AttachmentState state) {
    Snapshot snapshot = state.attachment().snapshot();
    String name = snapshot.isUpload() ? snapshot.resource().name() : null;
    return name == null ? List.of() : List.of(name);
  }

  /** Where a link stands now, the path still names what was attached there. */
  private List<AttachmentState> byWrittenPath(String named, String workspace) {
    String path = WrittenPath.of(named, workspace);
    return path == null
        ? List.of()
        : spelled("path in " + workspace, state -> writtenPaths(state, workspace), path);
  }

  private static List<String> writtenPaths(AttachmentState state, String workspace) {
    String path = writtenPath(state, workspace);
    return path == null ? List.of() : List.of(path);
  }

  private static @Nullable String writtenPath(AttachmentState state, String workspace) {
    String uri = uri(state);
    return uri.startsWith("file:") ? WrittenPath.of(uri, workspace) : null;
  }

  /**
   * Returns what has the same path in another directory, from where the workspace must have been
   * moved or copied: what was named relative to it lies outside of it.
   */
  List<AttachmentState> findMoved(String named, String workspace) {
    String path = WrittenPath.of(named, workspace);
    if (path == null || !path.startsWith(workspace + "/")) {
      return List.of();
    }
    String end = path.substring(workspace.length());
    return all(
        state -> {
          String attached = writtenPath(state, workspace);
          String reference = state.attachment().reference();
          boolean isRelative =
              !reference.startsWith("/")
                  && !reference.startsWith("..")
                  && !reference.startsWith("file:");
          return attached != null
              && isRelative
              && attached.endsWith(end)
              && !attached.startsWith(workspace + "/");
        });
  }

  private List<AttachmentState> byCanonicalForm(String named, Resolver resolver) {
    try {
      String canonical = resolver.canonicalize(named).value();
      return byUriOrAddress(canonical);
    } catch (ResourceException e) {
      return List.of(); // then it is none of them
    }
  }

  private List<AttachmentState> all(Predicate<AttachmentState> test) {
    return standing(states.stream().filter(test).toList());
  }

  private List<AttachmentState> standing(List<AttachmentState> found) {
    List<AttachmentState> declared = declared(found);
    return declared.isEmpty() ? found : declared;
  }

  /** Whether what led to it was declared once, and then removed. */
  boolean wasRemoved(AttachmentState state) throws StoreException {
    String reference = state.attachment().reference();
    try (EventStream events = conversation.log().newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Config config && config.removed().contains(reference)) {
          return true;
        }
      }
      return false;
    }
  }

  boolean isDeclared(AttachmentState state) {
    String reference = state.attachment().reference();
    return declarations.stream().anyMatch(each -> each.declaration().reference().equals(reference))
        || covered.containsKey(state.attachment().snapshot().address());
  }

  /**
   * {@return what it is read again for: its own reference, or the one that covers it where that was
   * removed}
   *
   * @param state one of these
   */
  public String reference(AttachmentState state) {
    Declaration by = covered.get(state.attachment().snapshot().address());
    return by == null ? state.attachment().reference() : by.reference();
  }

  /**
   * {@return how to read it again, as far as it is known who asked for it}
   *
   * @param state one of these
   */
  public KnownAddress toRead(AttachmentState state) {
    ResourceUri address = state.attachment().snapshot().address();
    Declaration by = covered.get(address);
    return by == null
        ? toRead(state, conversation)
        : new KnownAddress(address, by.reference(), conversation.requester(by));
  }

  static KnownAddress toRead(AttachmentState state, Conversation conversation) {
    Attachment attachment = state.attachment();
    return new KnownAddress(
        attachment.snapshot().address(),
        attachment.reference(),
        conversation.options().consents().requester(address(state), attachment.consent()));
  }

  static String uri(AttachmentState state) {
    return state.attachment().snapshot().resource().uri().value();
  }

  static String address(AttachmentState state) {
    return state.attachment().snapshot().address().value();
  }
}
