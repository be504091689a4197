package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.page.WantedLines;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The tool {@code refresh_resource} of a conversation: it reads an attached resource again and
 * answers with it, with a reference if the model has it, or with a diff if little has changed. The
 * old snapshots stay as they are. It also answers with some lines of an attachment, or of the
 * output of a tool that was cut.
 *
 * <p>Whatever goes wrong is an answer, too, with {@code isError} (RFD 058). Its {@code
 * _meta["computer.jp/error"]} has {@code kind} ({@code invalid-arguments}, {@code repeated-call},
 * {@code not-attached}, {@code not-declared}, {@code removed}, {@code several}, {@code denied},
 * {@code not-found}, {@code timeout}, {@code too-large}, {@code interrupted} or {@code failed}),
 * {@code transient} and {@code trace}. Thread-safe.
 */
public final class RefreshResourceTool {

  /** The name that models call it by. */
  public static final String NAME = SourceNames.REFRESH_TOOL;

  private static final String URI = "uri";
  private static final String FORCE = "force";
  private static final String LINES = "lines";

  private static final String NOT_ATTACHED = "not-attached";

  private final Conversation conversation;
  private final Resolver resolver;
  private final AttachHint hint;
  private final boolean namesPlaces;
  private volatile @Nullable AttachedResources known; // for the next call

  private RefreshResourceTool(
      Conversation conversation, Resolver resolver, AttachHint hint, boolean namesPlaces) {
    this.conversation = conversation;
    this.resolver = resolver;
    this.hint = hint;
    this.namesPlaces = namesPlaces;
  }

  /**
   * {@return the tool of a conversation, which reads with a resolver}
   *
   * @param conversation whose attachments it reads, and where each call is recorded
   * @param resolver what reads them
   */
  public static RefreshResourceTool of(Conversation conversation, Resolver resolver) {
    return new RefreshResourceTool(conversation, resolver, AttachHint.USER, true);
  }

  /**
   * {@return the same tool with other words for how something can be attached}
   *
   * @param value who else can attach something
   */
  public RefreshResourceTool hint(AttachHint value) {
    return new RefreshResourceTool(conversation, resolver, value, namesPlaces);
  }

  /**
   * {@return the same tool whose failures name no turns and no calls, for models that are sent
   * neither}
   */
  public RefreshResourceTool withoutPlaces() {
    return new RefreshResourceTool(conversation, resolver, hint, false);
  }

  /** {@return what it does, for models that are sent whole conversations} */
  public static String description() {
    return "Returns the current content of an attached resource. If it has not changed since you"
        + " last received it, returns a one-line note instead, and if little has changed a unified"
        + " diff (use force=true for the full content).";
  }

  /** {@return the JSON Schema of its arguments} */
  public static Map<String, Object> inputSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(URI, property("string", "Path or URI of the resource"));
    properties.put(LINES, property("string", "Lines to return, such as 3000-3100; default: all"));
    properties.put(FORCE, Map.of("type", "boolean"));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of(URI));
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, Object> property(String type, String description) {
    Map<String, Object> property = new LinkedHashMap<>();
    property.put("type", type);
    property.put("description", description);
    return property;
  }

  /**
   * Answers a call, and records both. A call whose id the turn has already is answered with an
   * error, and not recorded.
   *
   * <p>When the thread is interrupted, the answer says so, and the flag is set again.
   *
   * @param id the call
   * @param arguments {@code uri}, {@code lines} for some of them, {@code force} for an answer in
   *     full
   * @return the result as the model gets it
   * @throws StoreException if the call cannot be recorded
   */
  public ToolResult call(String id, Map<String, Object> arguments) throws StoreException {
    long begun = System.nanoTime();
    boolean isInterrupted = Thread.interrupted(); // else nothing could be recorded
    try {
      if (!conversation.tools().isNew(id, NAME, arguments)) {
        return ToolProblem.repeated(conversation, id, NAME);
      }
      ToolResponse response =
          isInterrupted ? ToolProblem.interrupted().response() : answer(arguments);
      isInterrupted |= Thread.interrupted();
      ToolResult result = conversation.tools().result(id, NAME, response, kind(arguments));
      conversation.refreshed(result, Duration.ofNanos(System.nanoTime() - begun));
      return result;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads a resource again for a call that somebody else records, as {@link #kind} says.
   *
   * <p>When the thread is interrupted, the answer says so, and the flag is set again.
   *
   * @param arguments {@code uri}, {@code lines} for some of them, {@code force} for an answer in
   *     full
   * @return the answer, with the resource as it is now
   * @throws StoreException if what is attached cannot be read
   */
  public ToolResponse response(Map<String, Object> arguments) throws StoreException {
    boolean isInterrupted = Thread.interrupted();
    try {
      ToolResponse response =
          isInterrupted ? ToolProblem.interrupted().response() : answer(arguments);
      isInterrupted |= Thread.interrupted();
      return response;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * {@return as what the resources of the answer to a call are delivered}
   *
   * @param arguments those of a call, in which {@code force} counts
   */
  public static Kind kind(Map<String, Object> arguments) {
    return Boolean.TRUE.equals(arguments.get(FORCE)) ? Kind.FORCED : Kind.REFRESH;
  }

  private ToolResponse answer(Map<String, Object> arguments) throws StoreException {
    String problem = problem(arguments);
    if (problem != null) {
      return ToolProblem.of("invalid-arguments", problem).response();
    }
    String named = conversation.names().meant(String.valueOf(arguments.get(URI)));
    WantedLines lines = lines(arguments);
    ToolResponse response = answer(named);
    if (isNotAttached(response)) {
      ToolResponse output =
          ResourceLines.ofOutput(
              conversation.log(), named, lines == null ? WantedLines.ALL : lines);
      return output == null ? response : output;
    }
    return lines == null ? response : ResourceLines.of(response, named, lines);
  }

  private static boolean isNotAttached(ToolResponse response) {
    return response.meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error
        && NOT_ATTACHED.equals(error.get("kind"));
  }

  /** Returns the lines that a model asks for; null for all of a resource. */
  private static @Nullable WantedLines lines(Map<String, Object> arguments) {
    Object lines = arguments.get(LINES);
    return lines == null ? null : WantedLines.parse(String.valueOf(lines));
  }

  private static @Nullable String problem(Map<String, Object> arguments) {
    String unknown = UnknownArguments.problem(arguments, List.of(URI, LINES, FORCE));
    if (unknown != null) {
      return unknown;
    }
    Object uri = arguments.get(URI);
    Object force = arguments.get(FORCE);
    if (uri == null) {
      return "The argument uri is missing. Give the path or URI of an attached resource.";
    }
    if (!(uri instanceof String text) || text.isBlank()) {
      return "The argument uri must be a string that is not empty: the path or URI of an attached"
          + " resource.";
    }
    if (arguments.get(LINES) != null && lines(arguments) == null) {
      return "The argument lines must be a range of lines, such as 3000-3100 or 3000-.";
    }
    return force == null || force instanceof Boolean
        ? null
        : "The argument force must be true or false.";
  }

  private ToolResponse answer(String named) throws StoreException {
    AttachedResources before = known;
    AttachedResources attached = before == null ? AttachedResources.of(conversation) : before.now();
    known = attached;
    List<AttachmentState> found = attached.find(named, resolver);
    if (found.isEmpty()) {
      List<AttachmentState> moved = attached.findMoved(named, resolver.workspace());
      Optional<References> declared =
          moved.isEmpty() ? attached.declaredAs(named) : Optional.empty();
      if (declared.isPresent()) {
        return rereadAll(named, declared.get(), attached);
      }
      return (moved.isEmpty() ? notAttached(named, attached) : moved(named, moved)).response();
    }
    if (found.size() > 1) {
      return several(named, found).response();
    }
    AttachmentState state = found.get(0);
    if (UploadedResource.is(state, resolver)
        && (attached.isDeclared(state) || !attached.wasRemoved(state))) {
      return UploadedResource.again(state, conversation);
    }
    return attached.isDeclared(state)
        ? reread(state, attached.toRead(state))
        : rereadIfCovered(named, state, attached);
  }

  private ToolResponse rereadAll(String named, References references, AttachedResources attached)
      throws StoreException {
    try {
      return new DeclaredRefresh(named, references, resolver, conversation.forms(), namesPlaces)
          .answer(attached.attachedBy(named));
    } catch (CancellationException e) {
      return ToolProblem.interrupted().response();
    }
  }

  /** What was taken back once may still be meant by another declaration: its directory. */
  private ToolResponse rereadIfCovered(
      String named, AttachmentState state, AttachedResources attached) throws StoreException {
    AttachedResources now;
    try {
      now = attached.withCovered(resolver);
    } catch (CancellationException e) {
      return ToolProblem.interrupted().response();
    }
    return now.isDeclared(state)
        ? reread(state, now.toRead(state))
        : undeclared(named, state, now).response();
  }

  private ToolResponse reread(AttachmentState state, KnownAddress address) throws StoreException {
    var readings = new ArrayList<Rereading>(1);
    try {
      Rereading.of(resolver, List.of(address), (rereading, index) -> readings.add(rereading));
    } catch (CancellationException e) {
      return ToolProblem.interrupted().response();
    }
    ResourceUri uri = state.attachment().snapshot().resource().uri();
    List<Snapshot> snapshots = readings.get(0).of(uri);
    if (snapshots.isEmpty()) {
      ResourceException problem = readings.get(0).absence(uri, address.address());
      return ToolProblem.of(problem, state.attachment().label(), stands(state)).response();
    }
    return GivenSnapshots.response(snapshots, address.address(), conversation.forms());
  }

  /** Returns the sentence that names the version the model still has. */
  private String stands(AttachmentState state) throws StoreException {
    return namesPlaces
        ? ToolProblem.stands(LastGiven.of(state, conversation.log()))
        : ToolProblem.STANDS;
  }

  private ToolProblem notAttached(String named, AttachedResources attached) {
    List<String> near = NearestUris.bySpelling(named, spellings(attached));
    String shown = ToolProblem.shown(named);
    String meant =
        near.isEmpty() ? "" : " Attached are, among others: " + String.join(", ", near) + ".";
    return ToolProblem.of(
            NOT_ATTACHED,
            shown
                + " is not attached to this conversation, and only what is attached can be"
                + " refreshed."
                + meant
                + " "
                + hint.sentence())
        .with(attaching(shown));
  }

  private static Remedy attaching(String shown) {
    return new Remedy(Remedy.Action.ATTACH, shown);
  }

  /** What somebody may call what is attached: its URI, or the end of its name. */
  private static Map<String, String> spellings(AttachedResources attached) {
    Map<String, String> spellings = new LinkedHashMap<>();
    for (AttachmentState state : attached.declared()) {
      String label = state.attachment().label();
      String name = state.attachment().resource().name();
      spellings.put(Redaction.redact(AttachedResources.uri(state)), label);
      if (name != null) {
        spellings.putIfAbsent(name.substring(name.lastIndexOf('/') + 1), label);
      }
    }
    return spellings;
  }

  /** What the user will believe to be attached, because the path is the same. */
  private ToolProblem moved(String named, List<AttachmentState> moved) {
    String shown = ToolProblem.shown(named);
    List<String> uris = moved.stream().map(AttachedResources::uri).map(Redaction::redact).toList();
    return ToolProblem.of(
            NOT_ATTACHED,
            shown
                + " is not attached to this conversation from where the workspace is now: it was"
                + " attached as "
                + String.join(", ", uris)
                + ". "
                + hint.sentence())
        .with(attaching(shown));
  }

  private ToolProblem undeclared(String named, AttachmentState state, AttachedResources attached)
      throws StoreException {
    String shown = ToolProblem.shown(named);
    boolean wasRemoved = attached.wasRemoved(state);
    return ToolProblem.of(
            wasRemoved ? "removed" : "not-declared",
            shown
                + (wasRemoved
                    ? " is not declared in this conversation any more: it was removed. "
                    : " is not declared in this conversation, though its history has it. ")
                + stands(state)
                + " Only what is declared can be refreshed. "
                + hint.sentence())
        .with(attaching(shown));
  }

  private static ToolProblem several(String named, List<AttachmentState> found) {
    List<String> addresses = found.stream().map(AttachedResources::address).distinct().toList();
    List<String> names =
        addresses.size() > 1 ? addresses : found.stream().map(AttachedResources::uri).toList();
    return ToolProblem.of(
        "several",
        ToolProblem.shown(named)
            + " is the name of several attached resources. Call "
            + NAME
            + " with one of these: "
            + String.join(", ", names.stream().map(Redaction::redact).toList()));
  }
}
