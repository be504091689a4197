package dev.attache.agent;

import dev.attache.conversation.DeliveryForms;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.tool.ForwardingTool;
import dev.attache.core.tool.ToolCaller;
import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.model.OfferedTool;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool that a model may call in a loop. Thread-safe: calls of one answer run at once. */
public interface LoopTool {

  /** {@return what the model is told of it} */
  OfferedTool offer();

  /** {@return who provides it, as {@link Tool#source()} says} */
  String source();

  /** {@return whether a call needs the consent of whoever approves ({@link ToolApproval})} */
  boolean needsApproval();

  /**
   * {@return true if a call changes nothing} Of several such calls with the same arguments in one
   * answer of the model, only the first one runs.
   */
  default boolean isReadOnly() {
    return false;
  }

  /** {@return what it is, part by part, as {@link Tool#definition()} says} */
  default Map<String, Object> definition() {
    OfferedTool offer = offer();
    return Map.of("description", offer.description(), "inputSchema", offer.inputSchema());
  }

  /**
   * {@return what is wrong with the arguments of a call, for the model; null if nothing is} Called
   * before anybody is asked to approve it.
   *
   * @param arguments JSON values by name, as the model gave them
   */
  default @Nullable ToolResponse problem(Map<String, Object> arguments) {
    return null;
  }

  /**
   * Answers a call, which the loop records.
   *
   * <p>That it failed is an answer. When the thread is interrupted, the answer says so, and the
   * flag is set again.
   *
   * @param arguments JSON values by name, as the model gave them; not checked yet
   * @return what the model is told, and what is attached besides
   * @throws IOException if what the tool needs of the history cannot be read
   */
  Answered call(Map<String, Object> arguments) throws IOException;

  /**
   * An answer of a tool.
   *
   * @param response what it answers
   * @param asked what it asked on the way
   * @param kind as what the resources in it are delivered
   * @param attaching what is attached once the results of all calls are recorded, in a turn of its
   *     own; null if nothing is
   */
  record Answered(
      ToolResponse response,
      List<ToolOutcome.Asked> asked,
      Kind kind,
      AttachResourceTool.@Nullable Attaching attaching) {
    /**
     * Takes a copy of the list.
     *
     * @param response what it answers
     * @param asked what it asked on the way
     * @param kind as what the resources in it are delivered
     * @param attaching what is attached once all results are recorded; null if nothing is
     */
    public Answered {
      asked = List.copyOf(asked);
    }

    /**
     * An answer after which nothing is attached.
     *
     * @param response what it answers; that it failed is an answer, too
     * @param asked what it asked on the way, in that order
     * @param kind as what the resources in it are delivered
     */
    public Answered(ToolResponse response, List<ToolOutcome.Asked> asked, Kind kind) {
      this(response, asked, kind, null);
    }

    /**
     * {@return an answer without questions, whose resources are those of any tool}
     *
     * @param response what it answers; that it failed is an answer, too
     */
    public static Answered of(ToolResponse response) {
      return new Answered(response, List.of(), Kind.PLAIN);
    }
  }

  /**
   * {@return the tool by which a model reads again what is attached; it needs no approval}
   *
   * @param tool the one of the conversation that the loop answers
   */
  static LoopTool refresh(RefreshResourceTool tool) {
    return new BuiltInTool() {
      @Override
      public OfferedTool offer() {
        return refreshOffer();
      }

      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Answered call(Map<String, Object> arguments) throws IOException {
        return new Answered(
            tool.response(arguments), List.of(), RefreshResourceTool.kind(arguments));
      }
    };
  }

  /** {@return what a model is told of the tool by which it reads again what is attached} */
  static OfferedTool refreshOffer() {
    return new OfferedTool(
        RefreshResourceTool.NAME,
        RefreshResourceTool.description(),
        RefreshResourceTool.inputSchema());
  }

  /**
   * {@return the tool by which a model attaches what a policy allows; it needs no approval}
   *
   * @param tool the one of the conversation that the loop answers
   * @param policy the same that the tool goes by, of which the model is told
   */
  static LoopTool attach(AttachResourceTool tool, AttachPolicy policy) {
    return new BuiltInTool() {
      @Override
      public OfferedTool offer() {
        return new OfferedTool(
            AttachResourceTool.NAME,
            AttachResourceTool.description(policy),
            AttachResourceTool.inputSchema());
      }

      @Override
      public Answered call(Map<String, Object> arguments) throws IOException {
        AttachResourceTool.Attaching attaching = tool.attaching(arguments);
        return new Answered(attaching.response(), List.of(), Kind.REFRESH, attaching);
      }
    };
  }

  /**
   * {@return a tool of the application, a program or a server}
   *
   * @param tool what is called, under the name that it gives itself
   * @param caller who answers what it asks, and checks its arguments: {@code new
   *     ToolCaller(List.of(), new JsonSchemas())} checks, and answers no questions
   * @param root the directory of the workspace, which the tool is told, and by which files in its
   *     answer are named; null if there is none
   * @param timeout how long it may take
   */
  static LoopTool of(Tool tool, ToolCaller caller, @Nullable String root, Duration timeout) {
    OfferedTool offer = OfferedTool.of(tool);
    Tool named = root == null ? tool : named(tool, root);
    return new LoopTool() {
      @Override
      public OfferedTool offer() {
        return offer;
      }

      @Override
      public String source() {
        return tool.source();
      }

      @Override
      public boolean needsApproval() {
        return true;
      }

      @Override
      public boolean isReadOnly() {
        return tool.isReadOnly();
      }

      @Override
      public Map<String, Object> definition() {
        return tool.definition();
      }

      @Override
      public @Nullable ToolResponse problem(Map<String, Object> arguments) {
        return caller.argumentProblem(tool, arguments);
      }

      @Override
      public Answered call(Map<String, Object> arguments) {
        var context =
            new ToolContext(
                tool.name(), arguments, Map.of(), tool.options(), root, ToolObserver.NOBODY);
        ToolOutcome outcome = caller.call(named, context, timeout);
        return new Answered(outcome.response(), outcome.asked(), Kind.PLAIN);
      }
    };
  }

  /** Returns the same tool, in whose answers files of the workspace are named by their paths. */
  private static Tool named(Tool tool, String root) {
    return new ForwardingTool(tool) {
      @Override
      public ToolResponse call(ToolContext context, Duration limit) throws ResourceException {
        return DeliveryForms.inWorkspace(root, tool().call(context, limit));
      }
    };
  }
}
