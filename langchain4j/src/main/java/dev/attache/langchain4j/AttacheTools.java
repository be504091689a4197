package dev.attache.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.agent.CallCheck;
import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolver;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a conversation for a LangChain4j service whose memory is an {@link
 * AttacheChatMemory}: {@code refresh_resource} always, {@code attach_resource} under a policy, and
 * tools of the application, of programs and of MCP servers as {@link LoopTool} has them.
 *
 * <p>What a tool answers is recorded by the memory, in the order of the calls, once LangChain4j
 * adds the result; what the model has already is one line then. What LangChain4j shows of a result
 * has all of it. That a tool fails, is refused, or gets arguments that are no JSON object, is an
 * answer. Where the memory is another one, answers are in full, and nothing is attached.
 *
 * <p>Thread-safe, as far as the approval is asked for one call at a time. A tool throws {@link
 * UncheckedIOException} if the history cannot be read.
 */
public final class AttacheTools implements ToolProvider {

  private final Function<Object, AttacheChatMemory> memories;
  private final Resolver resolver;
  private final @Nullable AttachPolicy policy;
  private final Map<String, LoopTool> others;
  private final ToolApproval approval;

  private AttacheTools(Builder builder) {
    this.memories = builder.memories;
    this.policy = builder.policy;
    this.resolver = builder.resolver.asking(policy == null ? AttachPolicy.FILES : policy);
    this.others = new LinkedHashMap<>(builder.others);
    this.approval = builder.approval;
  }

  /**
   * {@return a builder of the tools of one conversation}
   *
   * @param memory the memory of the service that has these tools
   * @param resolver what reads again what is attached
   */
  public static Builder builder(AttacheChatMemory memory, Resolver resolver) {
    return builder(id -> memory, resolver);
  }

  /**
   * {@return a builder of the tools of many conversations}
   *
   * @param memories the memory of a conversation, by its id in LangChain4j
   * @param resolver what reads again what is attached
   */
  public static Builder builder(Function<Object, AttacheChatMemory> memories, Resolver resolver) {
    return new Builder(memories, resolver);
  }

  /** A builder of tools; unless it is told otherwise, a model can only refresh. Not thread-safe. */
  public static final class Builder {

    private final Function<Object, AttacheChatMemory> memories;
    private final Resolver resolver;
    private final Map<String, LoopTool> others = new LinkedHashMap<>();
    private @Nullable AttachPolicy policy;
    private ToolApproval approval = ToolApproval.NOTHING;

    private Builder(Function<Object, AttacheChatMemory> memories, Resolver resolver) {
      this.memories = memories;
      this.resolver = resolver;
    }

    /**
     * Lets the model attach what a policy allows, which holds for redirects as well, and for what
     * models have attached and is read again; unless set, that is {@link AttachPolicy#FILES}.
     *
     * @param value which of all resources the model may attach by itself
     * @return this builder
     */
    public Builder attach(AttachPolicy value) {
      policy = value;
      return this;
    }

    /**
     * Adds tools, in the order in which the model is told of them.
     *
     * @param more tools under names that no other has, nor one of ours
     * @return this builder
     * @throws IllegalArgumentException if two have one name
     */
    public Builder tools(LoopTool... more) {
      return tools(List.of(more));
    }

    /**
     * Adds tools, in the order in which the model is told of them.
     *
     * @param more tools under names that no other has, nor one of ours
     * @return this builder
     * @throws IllegalArgumentException if two have one name
     */
    public Builder tools(Collection<? extends LoopTool> more) {
      for (LoopTool tool : more) {
        String name = tool.offer().name();
        boolean isOurs =
            name.equals(RefreshResourceTool.NAME) || name.equals(AttachResourceTool.NAME);
        if (isOurs || others.putIfAbsent(name, tool) != null) {
          throw new IllegalArgumentException("tool (" + name + ") must not be there twice");
        }
      }
      return this;
    }

    /**
     * Sets who approves calls; without, none runs that needs it.
     *
     * @param value is asked before each call that needs consent, one call at a time
     * @return this builder
     */
    public Builder approval(ToolApproval value) {
      approval = value;
      return this;
    }

    /** {@return a provider of the tools, for the service} */
    public AttacheTools build() {
      return new AttacheTools(this);
    }
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    Conversation conversation = memories.apply(request.chatMemoryId()).conversation();
    var result = ToolProviderResult.builder();
    for (LoopTool tool : tools(conversation)) {
      result.add(ToolSchemas.of(tool.offer()), new Executor(tool));
    }
    return result.build();
  }

  private List<LoopTool> tools(Conversation conversation) {
    var tools = new ArrayList<LoopTool>();
    tools.add(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)));
    if (policy != null) {
      tools.add(LoopTool.attach(AttachResourceTool.of(conversation, resolver, policy), policy));
    }
    tools.addAll(others.values());
    return tools;
  }

  /** What runs the calls of a tool. */
  private final class Executor implements ToolExecutor {

    private final LoopTool tool;

    Executor(LoopTool tool) {
      this.tool = tool;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
      return answer(request).text();
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      ToolAnswer answer = answer(request);
      ToolResponse response = answer.answered().response();
      return ToolExecutionResult.builder()
          .isError(response.isError())
          .result(response)
          .resultText(answer.text())
          .attributes(answer.attributes())
          .build();
    }

    private ToolAnswer answer(ToolExecutionRequest request) {
      String given = request.arguments() == null ? "" : request.arguments();
      var call = new AnswerItem.Call("", request.name(), given);
      try {
        ToolResponse problem = problem(call);
        LoopTool.Answered answered =
            problem == null ? run(call.values()) : LoopTool.Answered.of(problem);
        return new ToolAnswer(answered, text(answered.response()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private LoopTool.Answered run(Map<String, Object> arguments) throws IOException {
      try {
        return tool.call(arguments);
      } catch (RuntimeException e) {
        return LoopTool.Answered.of(
            ToolResponse.failure(
                "failed", "The tool failed with an error of its own: " + e, false));
      }
    }

    /** Returns why a call does not run; null if it does. */
    private @Nullable ToolResponse problem(AnswerItem.Call call) {
      synchronized (approval) { // which may ask a person
        return CallCheck.problem(tool, call, approval);
      }
    }
  }

  /** Returns an answer as a text, for people and programs. */
  private static String text(ToolResponse response) throws IOException {
    var text = new StringJoiner("\n");
    for (ContentBlock block : response.given()) {
      ResourceContent content = null;
      if (block instanceof TextBlock words) {
        content = words.text();
      } else if (block instanceof ResourceBlock each) {
        content = each.formatted() == null ? each.resource().content() : each.formatted();
      }
      text.add(content != null && content.isText() ? read(content) : "[" + block.type() + "]");
    }
    return text.toString();
  }

  private static String read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
