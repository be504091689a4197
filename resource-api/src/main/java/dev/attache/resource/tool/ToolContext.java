package dev.attache.resource.tool;

import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonLine;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool is given with one call (RFD D31): {@code {"tool": {name, arguments, answers,
 * options}, "context": {action, root}}}. Local tools read it from standard input, servers from
 * {@code _meta}. Immutable.
 *
 * @param name the tool, by the name that it gave itself
 * @param arguments what it is called with
 * @param answers the answers to its questions so far, by id
 * @param options what the user has set for it
 * @param root the workspace; null if it is no business of the tool's
 * @param observer who is told how far it is
 */
public record ToolContext(
    String name,
    Map<String, Object> arguments,
    Map<String, Object> answers,
    Map<String, Object> options,
    @Nullable String root,
    ToolObserver observer) {

  /** The one action there is, in the word that other implementations read. */
  private static final String RUN = "run";

  /**
   * Takes copies of the maps.
   *
   * @param name the tool, by the name that it gave itself
   * @param arguments what it is called with
   * @param answers the answers to its questions so far, by id
   * @param options what the user has set for it
   * @param root the workspace; null if it is no business of the tool's
   * @param observer who is told how far it is
   */
  public ToolContext {
    arguments = copyOf(arguments);
    answers = copyOf(answers);
    options = copyOf(options);
  }

  /**
   * {@return the context of a first call that nobody watches}
   *
   * @param name the tool, by the name that it gave itself
   * @param arguments what it is called with: JSON values by name
   */
  public static ToolContext of(String name, Map<String, Object> arguments) {
    return new ToolContext(name, arguments, Map.of(), Map.of(), null, ToolObserver.NOBODY);
  }

  /**
   * {@return the context of a call with more answers}
   *
   * @param all the answers so far, by id; not only the new ones
   */
  public ToolContext answering(Map<String, Object> all) {
    return new ToolContext(name, arguments, all, options, root, observer);
  }

  /**
   * {@return the context of a call with other arguments}
   *
   * @param all what it is called with: JSON values by name
   */
  public ToolContext calledWith(Map<String, Object> all) {
    return new ToolContext(name, all, answers, options, root, observer);
  }

  /** {@return the same without a workspace, for whom it is no business} */
  public ToolContext rootless() {
    return new ToolContext(name, arguments, answers, options, null, observer);
  }

  /** {@return the object {@code tool}, in the order of its keys} */
  public Map<String, Object> tool() {
    var tool = new LinkedHashMap<String, Object>();
    tool.put("name", name);
    tool.put("arguments", arguments);
    tool.put("answers", answers);
    tool.put("options", options);
    return tool;
  }

  /** {@return the object {@code context}, in the order of its keys} */
  public Map<String, Object> context() {
    var context = new LinkedHashMap<String, Object>();
    context.put("action", RUN);
    if (root != null) {
      context.put("root", root);
    }
    return context;
  }

  /** {@return all of it as JSON, on one line; the same in every JVM} */
  public String json() {
    var whole = new LinkedHashMap<String, Object>();
    whole.put("tool", tool());
    whole.put("context", context());
    return JsonLine.escaped(ResourceJson.text(whole));
  }

  private static Map<String, Object> copyOf(Map<String, Object> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
