package dev.attache.cli.workspace;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.KeyedConsents;
import dev.attache.delivery.Channel;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.StoreException;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.OwnConversations;
import dev.attache.store.TrialStore;
import dev.attache.store.memory.MemoryStore;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of a workspace, as one run of the command uses them. Only one in which
 * something is tried has to be closed.
 */
public final class ConversationPlace implements AutoCloseable {

  /** The key that proves what the user of this machine asked for. */
  private static final String CONSENT_KEY = "attache/consent.key";

  /** How many bytes of contents there may be in memory for one conversation. */
  private static final long MAX_MEMORY = 256L << 20;

  /** How many conversations a message names. */
  private static final int MAX_NAMES = 10;

  private final ConversationStore store;
  private final ConversationOptions options;
  private final @Nullable KeyedConsents consents;
  private final Set<Conversation> used = new LinkedHashSet<>();
  private final Set<String> said = new HashSet<>();

  private ConversationPlace(
      ConversationStore store, ConversationOptions options, @Nullable KeyedConsents consents) {
    this.store = store;
    this.options = options;
    this.consents = consents;
  }

  /** Returns those of the workspace, with the settings of the configuration. */
  public static ConversationPlace of(Run run, ConversationDefaults defaults) throws UsageException {
    return of(run, defaults, run.options().isJson() ? Channel.STRUCTURED : Channel.TEXT);
  }

  /**
   * The same for models that are given what is recorded in a way that {@code --json} does not tell.
   */
  public static ConversationPlace of(Run run, ConversationDefaults defaults, Channel channel)
      throws UsageException {
    return of(run, options(defaults, channel).awaitingHandover());
  }

  /** Returns the same conversations by other rules for superseded snapshots. */
  public ConversationPlace superseded(SupersededSettings value) {
    return new ConversationPlace(store, options.superseded(value), consents);
  }

  /** Returns the same conversations, of which nothing is changed, whatever is done with them. */
  public ConversationPlace tried() throws StoreException {
    var known = options.consents();
    return new ConversationPlace(
        TrialStore.of(store), options.consents(new CheckedConsents(known)), null);
  }

  /** Proofs that can be checked, of which no further one is made. */
  private record CheckedConsents(Consents known) implements Consents {

    @Override
    public @Nullable String give(String subject) {
      return null;
    }

    @Override
    public boolean isGiven(String subject, String proof) {
      return known.isGiven(subject, proof);
    }
  }

  /** The same for clients of MCP, who are known by their sessions. */
  public static ConversationPlace ofServer(Run run, ConversationDefaults defaults)
      throws UsageException {
    return of(run, options(defaults, Channel.MCP));
  }

  private static ConversationOptions options(ConversationDefaults defaults, Channel channel) {
    return new ConversationOptions(
            defaults.dedup(),
            defaults.superseded(),
            channel,
            Consents.OWN_HISTORY,
            Clock.systemUTC())
        .text(defaults.text());
  }

  private static ConversationPlace of(Run run, ConversationOptions options) throws UsageException {
    Path workspace = run.realWorkspace();
    Path directory = workspace.resolve(OwnConversations.DIRECTORY);
    requireWithin(workspace, directory);
    KeyedConsents consents = consents(run.streams().environment(), workspace);
    return new ConversationPlace(EmbeddedStore.at(directory), options.consents(consents), consents);
  }

  private static KeyedConsents consents(Map<String, String> environment, Path workspace) {
    Path key = UserPlaces.state(environment, CONSENT_KEY);
    return key != null
        ? KeyedConsents.of(key, workspace)
        : KeyedConsents.nowhere(
            "no place to record your consent; set HOME or XDG_STATE_HOME to a directory");
  }

  /** Returns a place for conversations that are forgotten, which share its room. */
  public static ConversationPlace inMemory(ConversationDefaults defaults) {
    return new ConversationPlace(MemoryStore.of(MAX_MEMORY), options(defaults, Channel.MCP), null);
  }

  /** A workspace from others must not have its conversations written elsewhere. */
  private static void requireWithin(Path workspace, Path directory) throws UsageException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new UsageException(
          OwnConversations.DIRECTORY
              + " is a file, but conversations need a directory of that name; rename it, or use"
              + " another --workspace");
    }
    if (!Files.isSymbolicLink(directory)) {
      return;
    }
    try {
      if (directory.toRealPath().startsWith(workspace)) {
        return;
      }
    } catch (IOException e) {
      // Said below: it leads nowhere.
    }
    throw new UsageException(
        OwnConversations.DIRECTORY + " must not be a link that points outside the workspace");
  }

  /** Forgets a conversation. */
  public void forget(ConversationId id) throws StoreException {
    store.remove(id);
    store.collect(false);
  }

  /**
   * Says why what the user asks for cannot be proved later, if it cannot, and what was found wrong
   * in the histories that were used.
   */
  public void sayProblems(Console console) {
    String problem = consents == null ? null : consents.problem();
    if (problem != null) {
      console.error(problem);
    }
    sayDamage(console);
  }

  /**
   * Says what was found wrong in the histories that were used, each once; returns whether something
   * was.
   */
  public boolean sayDamage(Console console) {
    var damage = new LinkedHashSet<String>(); // no lambdas: every command comes by here
    for (Conversation each : used) {
      damage.addAll(each.log().problems());
    }
    for (String each : damage) {
      if (said.add(each)) {
        console.error(each);
      }
    }
    return !damage.isEmpty();
  }

  /**
   * Accepts what has changed of a history since it was written.
   *
   * @param isTrial whether to only say what has changed
   * @param changes told what is wrong with each line, and what it says now, if it is an event
   */
  public void accept(
      ConversationId id, boolean isTrial, BiConsumer<String, @Nullable ConversationEvent> changes)
      throws StoreException {
    if (store instanceof EmbeddedStore embedded) {
      embedded.accept(id, isTrial, changes);
    }
  }

  public ConversationStore store() {
    return store;
  }

  /** Forgets what was only tried. */
  @Override
  public void close() throws StoreException {
    if (store instanceof TrialStore trial) {
      trial.close();
    }
  }

  public Conversation open(ConversationId id) throws StoreException {
    Conversation conversation = Conversation.open(store, id, options);
    used.add(conversation);
    return conversation;
  }

  public Conversation create(ConversationId id) throws StoreException {
    return Conversation.create(store, id, options);
  }

  /** Begins a conversation under a name of its own. */
  public Conversation create() throws StoreException {
    return create(ConversationId.next(options.clock()));
  }

  /**
   * Returns the conversation that is meant by its name or a beginning of it that no other has.
   *
   * @param subject what the message begins with: {@code --id}, {@code ID}
   */
  ConversationId find(String subject, String given) throws StoreException, UsageException {
    ConversationId exact = ConversationId.parse(given).orElse(null);
    if (exact != null && exists(exact)) {
      return exact;
    }
    var all = new ArrayList<>(store.conversations(false));
    all.addAll(store.conversations(true));
    var matches = new ArrayList<String>();
    for (ConversationId id : all) {
      if (!given.isEmpty() && id.value().startsWith(given)) {
        matches.add(id.value());
      }
    }
    if (matches.size() == 1) {
      return ConversationId.of(matches.get(0));
    }
    matches.sort(null);
    throw new UsageException(
        subject
            + " ("
            + given
            + ") "
            + (matches.isEmpty()
                ? "does not match any conversation; `attache conversation ls` lists them"
                : "is ambiguous: " + listed(matches)));
  }

  /** As many names as help to choose one, and how many more there are. */
  private static String listed(List<String> names) {
    int more = names.size() - MAX_NAMES;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MAX_NAMES))
            + String.format(Locale.ROOT, " and %,d more", more);
  }

  /** Whether there is a conversation of exactly this name. */
  public boolean exists(ConversationId id) throws StoreException {
    try {
      store.open(id);
      return true;
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Returns the conversation that was written last. */
  ConversationId last() throws StoreException, UsageException {
    return store
        .latest()
        .orElseThrow(
            () -> new UsageException("no conversations yet; start one with attache query"));
  }
}
