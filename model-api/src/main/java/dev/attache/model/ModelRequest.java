package dev.attache.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a model: what a conversation comes to, and what the answer may be. Immutable.
 *
 * @param profile what the model takes
 * @param model the model, as its provider names it
 * @param system the instructions before all messages; null if there are none
 * @param tools what the model may call, in order; the same in each request of a conversation, since
 *     a change costs all that the provider has cached
 * @param messages the conversation
 * @param outputSchema the JSON Schema that the answer is to follow; null if it is free
 * @param maxOutputTokens how long the answer may be; null for the limit of the profile
 * @param isStreamed whether the answer comes in pieces
 * @param extra fields of the provider that are added to ours as {@link BodyFields#add} says, before
 *     the messages
 */
public record ModelRequest(
    ModelProfile profile,
    String model,
    @Nullable String system,
    List<OfferedTool> tools,
    List<RenderedMessage> messages,
    @Nullable Map<String, Object> outputSchema,
    @Nullable Integer maxOutputTokens,
    boolean isStreamed,
    Map<String, Object> extra) {

  /**
   * Takes copies of the lists and maps.
   *
   * @param profile what the model takes
   * @param model the model, as its provider names it
   * @param system the instructions before all messages; null if there are none
   * @param tools what the model may call, in order
   * @param messages the conversation
   * @param outputSchema the JSON Schema that the answer is to follow; null if it is free
   * @param maxOutputTokens how long the answer may be; null for the limit of the profile
   * @param isStreamed whether the answer comes in pieces
   * @param extra fields of the provider that are added to ours as {@link BodyFields#add} says,
   *     before the messages
   * @throws IllegalArgumentException if there are more tools than the model takes
   */
  public ModelRequest {
    profile.requireTools(tools.size());
    tools = List.copyOf(tools);
    messages = List.copyOf(messages);
    outputSchema =
        outputSchema == null
            ? null
            : Collections.unmodifiableMap(new LinkedHashMap<>(outputSchema));
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
  }

  /**
   * {@return a request of nothing but messages}
   *
   * @param profile what the model takes
   * @param model the model, as its provider names it
   * @param messages the conversation, the oldest first
   */
  public static ModelRequest of(
      ModelProfile profile, String model, List<RenderedMessage> messages) {
    return new ModelRequest(profile, model, null, List.of(), messages, null, null, false, Map.of());
  }

  /**
   * {@return the same request with tools}
   *
   * @param value what the model may call, in order; empty for nothing
   */
  public ModelRequest tools(List<OfferedTool> value) {
    return new ModelRequest(
        profile, model, system, value, messages, outputSchema, maxOutputTokens, isStreamed, extra);
  }

  /**
   * {@return the same request with instructions before all messages}
   *
   * @param value the instructions; null for none
   */
  public ModelRequest system(@Nullable String value) {
    return new ModelRequest(
        profile, model, value, tools, messages, outputSchema, maxOutputTokens, isStreamed, extra);
  }

  /**
   * {@return the same request for an answer that follows a JSON Schema}
   *
   * @param value a schema whose top is an object; null for a free answer
   */
  public ModelRequest outputSchema(@Nullable Map<String, Object> value) {
    return new ModelRequest(
        profile, model, system, tools, messages, value, maxOutputTokens, isStreamed, extra);
  }

  /**
   * {@return the same request for an answer of so many tokens at most}
   *
   * @param value the tokens, thinking and all; null for the limit of the profile
   */
  public ModelRequest maxOutputTokens(@Nullable Integer value) {
    return new ModelRequest(
        profile, model, system, tools, messages, outputSchema, value, isStreamed, extra);
  }

  /**
   * {@return the same request for an answer that comes in pieces, or at once}
   *
   * @param value whether it comes in pieces
   */
  public ModelRequest streamed(boolean value) {
    return new ModelRequest(
        profile, model, system, tools, messages, outputSchema, maxOutputTokens, value, extra);
  }
}
