package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.ToolContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a local tool: words, in which <code>{tool.arguments.x}</code> and the like
 * stand for what it is called with. Each stays within its word, whatever it contains, and becomes
 * no option: a text is as it is, nothing stands for what there is not and for null, and all else is
 * compact JSON. Immutable.
 *
 * @param words the program and what it is given
 */
record ToolTemplate(List<String> words) {

  private static final String EXAMPLE = "{tool.arguments.name}";

  private static final Pattern BRACES =
      Pattern.compile(
          "\\{(?:tool\\.(name|(arguments|answers|options)\\.([^{}]+))|context\\.root)\\}");

  /** What is meant to be one of these, and may be none. */
  private static final Pattern LIKE_BRACES = Pattern.compile("\\{(?:tool|context)\\.[^{}]*\\}");

  /** The end of an option: what follows is none, whatever it begins with. */
  private static final String END_OF_OPTIONS = "--";

  /** What Linux takes of one argument, without the NUL after it. */
  private static final int MAX_ARGUMENT = (128 << 10) - 1;

  /**
   * @throws IllegalArgumentException if they are no such command line, saying what to do
   */
  ToolTemplate {
    words = List.copyOf(words);
    words.forEach(ToolTemplate::requireKnown);
    ProgramTemplate.requireSafe(words, word -> BRACES.matcher(word).find(), EXAMPLE);
  }

  /** The same for somebody who has chosen the program, so that it is none of the workspace. */
  static ToolTemplate ofUser(List<String> words) {
    var template = new ToolTemplate(words);
    ProgramTemplate.requireOutside(template.words().get(0));
    return template;
  }

  /** The same for a workspace, whose programs are its own, but not those outside of it. */
  static ToolTemplate ofWorkspace(List<String> words) {
    var template = new ToolTemplate(words);
    String program = template.words().get(0);
    if (!program.startsWith("/") && Arrays.asList(program.split("/", -1)).contains("..")) {
      throw new IllegalArgumentException(
          "command must begin with a program inside the workspace, a name that is looked up in the"
              + " PATH, or an absolute path");
    }
    return template;
  }

  private static void requireKnown(String word) {
    Matcher like = LIKE_BRACES.matcher(word);
    while (like.find()) {
      if (!BRACES.matcher(like.group()).matches()) {
        throw new IllegalArgumentException(
            "command has "
                + like.group()
                + ", which stands for nothing; write {tool.arguments.NAME}, {tool.answers.ID},"
                + " {tool.options.NAME}, {tool.name} or {context.root}");
      }
    }
  }

  /**
   * Returns the arguments for one call; all is replaced at once, so nothing is replaced twice.
   *
   * @throws IllegalArgumentException if they cannot be passed, saying what to do
   */
  List<String> arguments(ToolContext context) {
    var arguments = new ArrayList<String>();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      String filled =
          BRACES
              .matcher(word)
              .replaceAll(match -> Matcher.quoteReplacement(text(value(match.group(), context))));
      requireShort(i, filled);
      if (becomesOption(i, filled, context)) {
        throw new IllegalArgumentException(
            "argument "
                + i
                + " begins with -, and would be taken for an option; write \"--\" before "
                + word
                + " in the command if the program ends its options there");
      }
      arguments.add(filled);
    }
    return arguments;
  }

  private static void requireShort(int position, String argument) {
    long bytes = argument.length() > MAX_ARGUMENT / 3 ? argument.getBytes(UTF_8).length : 0;
    if (bytes > MAX_ARGUMENT) {
      throw new IllegalArgumentException(
          "argument "
              + position
              + " has "
              + ByteCount.of(bytes)
              + ", and a command line takes "
              + ByteCount.of(MAX_ARGUMENT)
              + "; let the program read it from standard input");
    }
  }

  /**
   * Whether a text of the caller would be the option of a program: it begins the word, and the word
   * is neither the value of an option nor behind the end of all, nor what a shell hands to a
   * script.
   */
  private boolean becomesOption(int position, String filled, ToolContext context) {
    Matcher first = BRACES.matcher(words.get(position));
    return filled.startsWith("-")
        && first.lookingAt()
        && value(first.group(), context) instanceof String
        && !words.get(position - 1).startsWith("-")
        && !words.subList(0, position).contains(END_OF_OPTIONS)
        && !(ProgramTemplate.isShell(words.get(0)) && hasScriptBefore(position));
  }

  private boolean hasScriptBefore(int position) {
    return words.subList(1, position).stream().anyMatch(word -> !word.startsWith("-"));
  }

  private static @Nullable Object value(String braces, ToolContext context) {
    Matcher match = BRACES.matcher(braces);
    if (!match.matches()) {
      throw new AssertionError(braces); // it was found by the same pattern
    }
    if (match.group(1) == null) {
      return context.root();
    }
    if (match.group(2) == null) {
      return context.name();
    }
    Map<String, Object> values =
        switch (match.group(2)) {
          case "arguments" -> context.arguments();
          case "answers" -> context.answers();
          default -> context.options();
        };
    return values.get(match.group(3));
  }

  private static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof String text ? text : ResourceJson.text(value);
  }
}
