package dev.attache.facade;

import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopListener;
import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationListener;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.KeyedConsents;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.delivery.form.RunPrompt;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.OwnConversations;
import dev.attache.store.memory.MemoryStore;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A workspace with its conversations, and what reads what is attached to them: the way in for
 * programs. It has the defaults of the command: files of the workspace by git's ignore rules, the
 * public web, no program, no sensitive file that nobody names, 10 MiB an item, 30 s to read one,
 * documents as Markdown if {@code attache-documents} is there, and conversations in {@code
 * .attache} of the workspace, which the command shows.
 *
 * <p>Thread-safe. Nothing has to be closed.
 */
public final class Attache {

  /** The key that proves what the user of this machine asked for; the command has the same. */
  private static final String CONSENT_KEY = "attache/consent.key";

  private static final ResourceUri A_FILE = ResourceUri.of("file:///");

  private final Path workspace;
  private final Resolver resolver;
  private final ConversationStore store;
  private final ConversationOptions options;
  private final @Nullable UriNames names;
  private final List<HandlerProblem> unusable;
  private final OwnConversations own;
  private final TurnQueues turns;
  private final Strangers strangers;
  private final ConversationListener conversationListener;
  private final LoopListener modelListener;

  private Attache(
      Builder builder,
      Path workspace,
      HandlerRegistry registry,
      Resolver resolver,
      ConversationStore store,
      ConversationOptions options) {
    this.workspace = workspace;
    this.resolver = resolver;
    this.store = store;
    this.options = options;
    this.names = builder.names;
    this.unusable = registry.problems();
    this.turns = new TurnQueues(builder.mayWait);
    this.strangers = Strangers.allowed(builder.schemes);
    this.conversationListener = builder.conversationListener;
    this.modelListener = builder.modelListener;
    this.own = new OwnConversations(workspace);
  }

  /**
   * Opens a workspace.
   *
   * @param workspace the directory that references are relative to; symbolic links in it are
   *     followed
   * @return the workspace, with the defaults of {@link Attache}
   * @throws IOException if it is no directory
   */
  public static Attache open(Path workspace) throws IOException {
    return builder(workspace).build();
  }

  /**
   * {@return a builder that opens a workspace in another way}
   *
   * @param workspace the directory that references are relative to; it need not exist before {@link
   *     Builder#build}
   */
  public static Builder builder(Path workspace) {
    return new Builder(Objects.requireNonNull(workspace, "workspace"));
  }

  /**
   * {@return a conversation} If there is none of that name, it begins with its first turn.
   *
   * @param id its name, by the rule of {@link ConversationId}
   * @throws IllegalArgumentException if no conversation can have that name
   * @throws StoreException if the store cannot be read
   */
  public OpenConversation conversation(String id) throws StoreException {
    return open(
        Conversation.openOrCreate(
            store, ConversationId.of(Objects.requireNonNull(id, "id")), options));
  }

  private OpenConversation open(Conversation conversation) {
    Conversation heard = conversation.listening(conversationListener);
    return new OpenConversation(this, names == null ? heard : heard.naming(names));
  }

  /** Opens a conversation anew, with the same options. */
  Conversation opened(Conversation before) throws StoreException {
    return Conversation.openOrCreate(store, before.id(), before.options())
        .listening(conversationListener)
        .naming(before.names());
  }

  /** Who hears of all that models are asked. */
  LoopListener modelListener() {
    return modelListener;
  }

  /**
   * {@return a new conversation under a name of its own, which begins with its first turn}
   *
   * @throws StoreException if the store cannot be read
   */
  public OpenConversation conversation() throws StoreException {
    ConversationId id = ConversationId.next(options.clock());
    return open(Conversation.create(store, id, options));
  }

  /**
   * Writes a prompt of what references lead to, as {@code attache resolve} prints it. It belongs to
   * no conversation, and nothing is recorded.
   *
   * @param out where it goes, in UTF-8; not closed
   * @param references paths, directories, patterns, URLs and exclusions, as a user writes them
   * @return what the prompt has not
   * @throws IOException if nothing can be written
   */
  public WrittenPrompt writePrompt(OutputStream out, String... references) throws IOException {
    Objects.requireNonNull(out, "out");
    for (String each : Objects.requireNonNull(references, "references")) {
      Objects.requireNonNull(each, "reference");
    }
    References named = References.of(List.of(references));
    var prompt = new RunPrompt(out);
    var outcomes = new ArrayList<Outcome>();
    var fruitless = new FruitlessReferences();
    try (Resolution resolution = resolver.resolve(withoutConversations(named))) {
      for (Outcome outcome : resolution) {
        fruitless.ledSomewhere(outcome.reference());
        prompt.add(outcome);
        boolean isOurs = outcome.reference().position() >= references.length;
        if (!(outcome instanceof Outcome.Resolved)
            && !(isOurs && outcome instanceof Outcome.Noted)) {
          outcomes.add(outcome);
        }
      }
    }
    own.named(named, resolver).values().forEach(prompt::omit);
    fruitless.lines(named).forEach(prompt::omit);
    return new WrittenPrompt(outcomes, prompt.finish());
  }

  /** The workspace. */
  @Override
  public String toString() {
    return "Attache[" + workspace + "]";
  }

  /** {@return the directory that references are relative to, as the file system has it} */
  public Path workspace() {
    return workspace;
  }

  /** {@return what reads references} */
  public Resolver resolver() {
    return resolver;
  }

  /** {@return where the conversations are} */
  public ConversationStore store() {
    return store;
  }

  /**
   * {@return the handlers and providers of models that cannot be used, each with the reason, a line
   * each} Log them when the program starts: without them, a URL is one of an unknown scheme.
   */
  public List<String> problems() {
    var all = new ArrayList<String>();
    unusable.forEach(each -> all.add(each + "; " + each.fix()));
    all.addAll(AskedModel.problems());
    return all;
  }

  /** What may be attached for those who are not trusted. */
  Strangers strangers() {
    return strangers;
  }

  /** The turns that are being answered, and those that wait for them. */
  TurnQueues turns() {
    return turns;
  }

  /** Keeps the conversations out of what is attached to them, where files are read at all. */
  References withoutConversations(References named) {
    return resolver.reads(A_FILE) ? own.excludedFrom(named) : named;
  }

  /** The conversations of the workspace. */
  OwnConversations own() {
    return own;
  }

  /** A builder; what is not set is as {@link Attache} says. Not thread-safe. */
  public static final class Builder {

    private final Path workspace;
    private @Nullable ConversationStore store;
    private @Nullable HandlerRegistry handlers;
    private @Nullable Consents consents;
    private @Nullable UriNames names;
    private CommandPolicy programs =
        (uri, start, requester) -> CommandPolicy.Decision.denied("no programs here");
    private UnaryOperator<ConversationOptions> options = value -> value;
    private Consumer<Resolver.Builder> resolver = builder -> {};
    private boolean mayWait = true;
    private @Nullable Set<String> schemes;
    private ConversationListener conversationListener = ConversationListener.NONE;
    private LoopListener modelListener = LoopListener.NOBODY;

    private Builder(Path workspace) {
      this.workspace = workspace;
    }

    /**
     * Keeps the conversations elsewhere; what a store has is believed of who asked for what.
     *
     * @param value the store, which stays the caller's to close if it has to be closed
     * @return this builder
     */
    public Builder store(ConversationStore value) {
      store = Objects.requireNonNull(value, "store");
      consents = consents == null ? Consents.OWN_HISTORY : consents;
      return this;
    }

    /**
     * Keeps the conversations in memory, with up to so many bytes of contents, for as long as the
     * program runs: for programs that end. A server gives {@link #inMemory(long, Duration)} a time.
     *
     * @param mostBytes how many bytes all contents together may have; attaching more fails
     * @return this builder
     */
    public Builder inMemory(long mostBytes) {
      return store(MemoryStore.of(mostBytes));
    }

    /**
     * Keeps the conversations in memory, and forgets each that has not been used for a while.
     *
     * @param mostBytes how many bytes all contents together may have; attaching more fails
     * @param idle how long a conversation is kept after it was last opened or written; longer than
     *     an answer may take
     * @return this builder
     */
    public Builder inMemory(long mostBytes, Duration idle) {
      return store(MemoryStore.of(mostBytes, Objects.requireNonNull(idle, "idle")));
    }

    /**
     * Has other handlers than all on the class path.
     *
     * @param value all handlers there are; none of the class path is added to them
     * @return this builder
     */
    public Builder handlers(HandlerRegistry value) {
      handlers = Objects.requireNonNull(value, "handlers");
      return this;
    }

    /**
     * Has handlers of some schemes alone, also for what the user of this machine names: with {@code
     * schemes("https")} no path is read, whoever asks for it. {@link Turn#attachUntrusted} takes
     * URLs of these, but never of {@code file}, {@code cmd} or {@code mcp}, nor of {@code
     * git+file}.
     *
     * @param value schemes in lower case, without the colon
     * @return this builder
     */
    public Builder schemes(String... value) {
      var all = new TreeSet<String>();
      for (String each : Objects.requireNonNull(value, "schemes")) {
        all.add(Objects.requireNonNull(each, "scheme"));
      }
      schemes = all;
      return this;
    }

    /**
     * Lets programs be started, as {@code cmd:} references name them.
     *
     * @param value who decides of each program whether it may be started; unless set, none may.
     *     What a model names is never asked about: it starts nothing
     * @return this builder
     */
    public Builder programs(CommandPolicy value) {
      programs = Objects.requireNonNull(value, "programs");
      return this;
    }

    /**
     * Has proofs of what the user asked for, in histories that others may write.
     *
     * @param value who makes and checks the proofs; unless set, those of the user of this machine,
     *     or with a {@link #store} of one's own {@link Consents#OWN_HISTORY}
     * @return this builder
     */
    public Builder consents(Consents value) {
      consents = Objects.requireNonNull(value, "consents");
      return this;
    }

    /**
     * Shows models names in place of directories, {@code workspace:/src/App.java} instead of {@code
     * file:///srv/tenants/42/src/App.java}.
     *
     * @param value the names of the workspace and of every other root; unless set, what lies
     *     outside the workspace is shown by where it is
     * @return this builder
     */
    public Builder names(UriNames value) {
      names = Objects.requireNonNull(value, "names");
      return this;
    }

    /**
     * Changes the options of conversations: deduplication, superseded snapshots, the clock.
     *
     * @param change is given the defaults and answers what is to hold; called once, by {@link
     *     #build}
     * @return this builder
     */
    public Builder conversations(UnaryOperator<ConversationOptions> change) {
      options = Objects.requireNonNull(change, "change");
      return this;
    }

    /**
     * Sets who hears of what is recorded and delivered in all conversations, such as {@code
     * ConversationMeters} of {@code attache-micrometer}; nobody unless set.
     *
     * @param value thread-safe; there is one, and the last one counts
     * @return this builder
     */
    public Builder conversationListener(ConversationListener value) {
      conversationListener = Objects.requireNonNull(value, "listener");
      return this;
    }

    /**
     * Sets who hears of what models are asked and answer in all turns, before the {@linkplain
     * Turn#listener listener} of a turn, such as {@code ModelMeters} of {@code attache-micrometer};
     * nobody unless set.
     *
     * @param value thread-safe; there is one, and the last one counts
     * @return this builder
     */
    public Builder modelListener(LoopListener value) {
      modelListener = Objects.requireNonNull(value, "listener");
      return this;
    }

    /**
     * Changes what reads references: roots, limits, services, configurations of handlers, and who
     * hears of what becomes of each item.
     *
     * @param change sets what it wants in a builder that has the defaults; called once, by {@link
     *     #build}
     * @return this builder
     */
    public Builder reading(Consumer<Resolver.Builder> change) {
      resolver = Objects.requireNonNull(change, "change");
      return this;
    }

    /**
     * Refuses a turn while another one of its conversation is being answered, before anything is
     * recorded or sent, with a {@link StoreException} of the kind {@code BUSY}; unless set, it
     * waits until that is over. Tries of one turn, by its token, wait in any case. It holds within
     * one {@code Attache}, so keep one for each workspace.
     *
     * @return this builder
     */
    public Builder refuseWhileAnswering() {
      mayWait = false;
      return this;
    }

    /**
     * Opens the workspace.
     *
     * @return the workspace, which may be opened several times
     * @throws IOException if it is no directory, or what reads references cannot be built
     * @throws IllegalArgumentException if a scheme that was set has no handler, or the
     *     configuration of one has a key or a value that it does not know
     */
    public Attache build() throws IOException {
      Path real = workspace.toRealPath();
      HandlerRegistry all =
          handlers == null ? HandlerRegistry.load(Attache.class.getClassLoader()) : handlers;
      HandlerRegistry registry = schemes == null ? all : all.only(schemes);
      Resolver.Builder reading =
          Resolver.builder(registry)
              .workspace(real)
              .service(CommandPolicy.class, exceptForModels(programs))
              .documents(new ClassPathDocuments());
      resolver.accept(reading);
      Resolver built = reading.build();
      List<String> wrong = built.configurationProblems();
      if (!wrong.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", wrong));
      }
      ConversationStore kept =
          store == null ? EmbeddedStore.at(real.resolve(OwnConversations.DIRECTORY)) : store;
      ConversationOptions rules =
          options.apply(
              ConversationOptions.DEFAULT.consents(consents == null ? ofUser(real) : consents));
      return new Attache(this, real, registry, built, kept, rules);
    }

    private static CommandPolicy exceptForModels(CommandPolicy policy) {
      return (uri, start, requester) ->
          requester == Requester.MODEL
              ? CommandPolicy.Decision.denied("a model may not run commands")
              : policy.decide(uri, start, requester);
    }

    /** A workspace may come from others, with conversations in it. */
    private static Consents ofUser(Path workspace) {
      Path key = UserPlaces.state(System.getenv(), CONSENT_KEY);
      return key != null
          ? KeyedConsents.of(key, workspace)
          : KeyedConsents.nowhere(
              "no place to record your consent; set HOME or XDG_STATE_HOME to a directory");
    }
  }
}
