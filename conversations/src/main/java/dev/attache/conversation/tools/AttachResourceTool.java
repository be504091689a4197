package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnToolCalls;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.AttachmentState;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool {@code attach_resource} of a conversation: it attaches one resource that a policy
 * allows, in a turn of its own, and answers with it, or with a reference if the model has it; right
 * after a reference with the content. What is attached is declared under its canonical URI as asked
 * for by a model, and is read again with no more rights than that.
 *
 * <p>Whatever goes wrong is an answer, too, with {@code isError} (RFD 058); then nothing is
 * attached. Its {@code _meta["computer.jp/error"]} has {@code kind} ({@code invalid-arguments},
 * {@code repeated-call}, {@code denied}, {@code not-found}, {@code timeout}, {@code too-large},
 * {@code interrupted} or {@code failed}), {@code transient} and {@code trace}. Thread-safe.
 */
public final class AttachResourceTool {

  /** The name that models call it by. */
  public static final String NAME = SourceNames.ATTACH_TOOL;

  private static final String URI = "uri";

  private final Conversation conversation;
  private final Resolver resolver;
  private final AttachPolicy policy;
  private final List<Reference> exclusions;

  private AttachResourceTool(
      Conversation conversation,
      Resolver resolver,
      AttachPolicy policy,
      List<Reference> exclusions) {
    this.conversation = conversation;
    this.resolver = resolver;
    this.policy = policy;
    this.exclusions = List.copyOf(exclusions);
  }

  /**
   * {@return the tool of a conversation, which reads with a resolver what a policy allows}
   *
   * @param conversation where it is attached, and each call recorded
   * @param resolver what reads it, and asks the policy about each redirect
   * @param policy which of all resources a model may attach
   */
  public static AttachResourceTool of(
      Conversation conversation, Resolver resolver, AttachPolicy policy) {
    return new AttachResourceTool(conversation, resolver.asking(policy), policy, List.of());
  }

  /**
   * {@return the same tool for a model that may not attach some more things: {@code !path}, as in a
   * list of references} What the conversation itself leaves out is left out in any case.
   *
   * @param references exclusions as they are written
   */
  public AttachResourceTool excluding(List<String> references) {
    List<Reference> decided = references.stream().map(AttachResourceTool::exclusion).toList();
    return new AttachResourceTool(conversation, resolver, policy, decided);
  }

  private static Reference exclusion(String text) {
    return new Reference(0, text, Meaning.EXCLUSION, Requester.USER);
  }

  /**
   * {@return what it does under a policy, for models}
   *
   * @param policy the one that the tool goes by
   */
  public static String description(AttachPolicy policy) {
    return "Attaches a resource to this conversation and answers with it: a snapshot, as it is"
        + " now. Give one file, by its path or its URI, or one URL; no directory and no pattern."
        + " It can be read again with "
        + RefreshResourceTool.NAME
        + " afterwards. May be attached: "
        + policy.allowed()
        + ".";
  }

  /** {@return the JSON Schema of its arguments} */
  public static Map<String, Object> inputSchema() {
    Map<String, Object> uri = new LinkedHashMap<>();
    uri.put("type", "string");
    uri.put("description", "The URI of the resource, or a path relative to the workspace.");
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of(URI, uri));
    schema.put("required", List.of(URI));
    schema.put("additionalProperties", false);
    return schema;
  }

  /**
   * Answers a call, and records both; if it succeeds, in a new turn with the attachment. A call
   * whose id the current turn has already is answered with an error, and not recorded.
   *
   * <p>When the thread is interrupted, the answer says so, and the flag is set again.
   *
   * @param id the call
   * @param arguments {@code uri}
   * @return the result as the model gets it
   * @throws StoreException if the call cannot be recorded
   */
  public ToolResult call(String id, Map<String, Object> arguments) throws StoreException {
    boolean isInterrupted = Thread.interrupted(); // else nothing could be recorded
    try {
      if (conversation.tools().has(id)) {
        return ToolProblem.repeated(conversation, id, NAME);
      }
      AttachReading reading =
          isInterrupted ? AttachReading.failed(ToolProblem.interrupted()) : reading(arguments);
      isInterrupted |= Thread.interrupted();
      return record(id, arguments, reading);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Attaches the resource of a call, in a turn of its own. The call itself is not recorded here.
   *
   * <p>When the thread is interrupted, the answer says so, and the flag is set again.
   *
   * @param arguments {@code uri}
   * @return the answer, with what was attached
   * @throws StoreException if the turn cannot be recorded
   */
  public ToolResponse response(Map<String, Object> arguments) throws StoreException {
    boolean isInterrupted = Thread.interrupted(); // else nothing could be recorded
    try {
      AttachReading reading =
          isInterrupted ? AttachReading.failed(ToolProblem.interrupted()) : reading(arguments);
      isInterrupted |= Thread.interrupted();
      return attached(reading);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads what a call wants to attach, for somebody who records the call; nothing is attached yet.
   *
   * <p>When the thread is interrupted, the answer says so, and the flag is set again.
   *
   * @param arguments {@code uri}
   * @return the answer to the call, and the turn that is still to be begun
   * @throws StoreException if what is attached already cannot be read
   */
  public Attaching attaching(Map<String, Object> arguments) throws StoreException {
    boolean isInterrupted = Thread.interrupted();
    try {
      AttachReading reading =
          isInterrupted ? AttachReading.failed(ToolProblem.interrupted()) : reading(arguments);
      isInterrupted |= Thread.interrupted();
      ToolProblem problem = reading.problem();
      return problem == null
          ? new Attaching(
              GivenSnapshots.response(reading.snapshots(), reading.address(), conversation.forms()),
              () -> attach(reading.address(), reading.snapshots()) == null)
          : new Attaching(problem.response(), () -> false);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What a call is answered with, and what is attached by it. */
  public static final class Attaching {

    private final ToolResponse response;
    private final Step step;

    private Attaching(ToolResponse response, Step step) {
      this.response = response;
      this.step = step;
    }

    /** {@return the answer: what was read, or why nothing was} */
    public ToolResponse response() {
      return response;
    }

    /**
     * Begins a turn that has it attached.
     *
     * @return whether there is one; false if reading it failed
     * @throws StoreException if the turn cannot be recorded
     */
    public boolean attach() throws StoreException {
      return step.take();
    }

    @FunctionalInterface
    private interface Step {
      boolean take() throws StoreException;
    }
  }

  private AttachReading reading(Map<String, Object> arguments) throws StoreException {
    String wrong = problem(arguments);
    if (wrong != null) {
      return AttachReading.failed(ToolProblem.of("invalid-arguments", wrong));
    }
    String named = conversation.names().meant(String.valueOf(arguments.get(URI)));
    AttachReading reading = AttachReading.of(named, resolver, policy, exclusions());
    ToolProblem problem = reading.problem();
    return problem == null ? reading : AttachReading.failed(withHint(problem, named));
  }

  private static @Nullable String problem(Map<String, Object> arguments) {
    String unknown = UnknownArguments.problem(arguments, List.of(URI));
    if (unknown != null) {
      return unknown;
    }
    Object uri = arguments.get(URI);
    if (uri == null) {
      return "The argument uri is missing. Give the URI or the path of a resource.";
    }
    return uri instanceof String named && !named.isBlank()
        ? null
        : "The argument uri must be a string that is not empty: the URI or the path of a resource.";
  }

  private List<Reference> exclusions() throws StoreException {
    var all = new ArrayList<>(exclusions);
    for (Declared each : conversation.summary().declarations()) {
      if (each.declaration().isExclusion()) {
        all.add(exclusion(each.declaration().reference()));
      }
    }
    return all;
  }

  /** What the user has attached can be read again, whatever a model may attach. */
  private ToolProblem withHint(ToolProblem problem, String named) throws StoreException {
    AttachedResources attached = AttachedResources.of(conversation);
    List<AttachmentState> found = attached.find(named, resolver);
    boolean isAttached =
        !found.isEmpty()
            && found.stream().allMatch(attached::isDeclared)
            && isStillThere(named, found);
    return isAttached
        ? problem.and(
            " It is attached already: call " + RefreshResourceTool.NAME + " to read it again.")
        : problem;
  }

  /** Whether what is named is what is attached, and no link has taken its place. */
  private boolean isStillThere(String named, List<AttachmentState> found) {
    try {
      String canonical = resolver.canonicalize(named).value();
      return found.stream()
          .allMatch(
              state ->
                  AttachedResources.uri(state).equals(canonical)
                      || AttachedResources.address(state).equals(canonical));
    } catch (ResourceException e) {
      return true;
    }
  }

  private ToolResult record(String id, Map<String, Object> arguments, AttachReading reading)
      throws StoreException {
    ToolResponse response = attached(reading);
    TurnToolCalls tools = conversation.tools();
    return tools.isNew(id, NAME, arguments)
        ? tools.result(id, NAME, response, Kind.REFRESH)
        : ToolProblem.repeated(conversation, id, NAME);
  }

  /** Attaches what was read; returns the answer. */
  private ToolResponse attached(AttachReading reading) throws StoreException {
    ToolProblem problem = reading.problem();
    if (problem == null) {
      problem = attach(reading.address(), reading.snapshots());
    }
    return problem == null
        ? GivenSnapshots.response(reading.snapshots(), reading.address(), conversation.forms())
        : problem.response();
  }

  /** Begins a turn that has them attached; returns why that could not be done. */
  private @Nullable ToolProblem attach(ResourceUri address, List<Snapshot> snapshots)
      throws StoreException {
    String reference = address.value();
    try (TurnDraft turn =
        conversation.begin(Author.TOOL, NAME + " " + ToolProblem.shown(address.value()))) {
      if (isDeclaredByOthers(reference)) {
        turn.resolves(reference); // to declare it again would take rights from it
      } else {
        turn.declare(Requester.MODEL, reference);
      }
      for (Snapshot snapshot : snapshots) {
        turn.attach(snapshot, reference, Requester.MODEL);
      }
      turn.record();
      return null;
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.REFUSED) {
        throw e;
      }
      return ToolProblem.of(
          "failed",
          ToolProblem.shown(address.value()) + " cannot be attached: " + e.message() + ".");
    }
  }

  private boolean isDeclaredByOthers(String reference) throws StoreException {
    for (Declared each : conversation.summary().declarations()) {
      if (each.declaration().reference().equals(reference)) {
        return conversation.requester(each.declaration()) != Requester.MODEL;
      }
    }
    return false;
  }
}
