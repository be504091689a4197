package dev.attache.cli.chat;

import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jspecify.annotations.Nullable;

/**
 * The completion of lines: commands of the session, what they take, and what {@code @} can name. It
 * reads directories and histories, and starts and fetches nothing.
 */
final class ChatCompleter implements Completer {

  /** So many names of a directory are offered. */
  private static final int MOST_NAMES = 500;

  private final Path workspace;
  private @Nullable ChatState state;

  ChatCompleter(Path workspace) {
    this.workspace = workspace;
  }

  /** Knows a session from now on. */
  void of(ChatState value) {
    state = value;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word();
    String before = line.wordIndex() == 0 ? "" : line.words().get(0);
    try {
      if (before.isEmpty() && word.startsWith("/")) {
        addCommands(candidates);
      } else if (before.startsWith("/") && !before.startsWith("//")) {
        addArguments(before.split("\\s", 2)[0], word, candidates);
      } else if (word.startsWith("@")) {
        addNamed(word, candidates);
      }
    } catch (IOException | UsageException e) {
      // What cannot be read is not offered; a line that needs it says so.
    }
  }

  private static void addCommands(List<Candidate> candidates) {
    Arrays.stream(SlashCommand.values())
        .map(each -> candidate(each.word(), each.word(), true))
        .forEach(candidates::add);
  }

  private void addArguments(String command, String word, List<Candidate> candidates)
      throws IOException, UsageException {
    switch (command) {
      case "/attach", "/plan" -> addFiles("", word, candidates);
      case "/detach" -> addAll(declared(), candidates);
      case "/refresh" -> addAll(attached(), candidates);
      case "/model" -> addAll(models(), candidates);
      default -> {}
    }
  }

  private static void addAll(List<String> words, List<Candidate> candidates) {
    for (String each : words) {
      candidates.add(candidate(each, each, true));
    }
  }

  private List<String> declared() throws IOException, UsageException {
    Conversation conversation = state == null ? null : state.conversation();
    var references = new ArrayList<String>();
    if (conversation != null) {
      for (Declared each : conversation.summary().declarations()) {
        references.add(each.declaration().reference());
      }
    }
    return references;
  }

  private List<String> attached() throws IOException, UsageException {
    Conversation conversation = state == null ? null : state.conversation();
    var names = new ArrayList<String>();
    if (conversation != null) {
      for (AttachmentState each : conversation.log().attachments()) {
        names.add(each.attachment().snapshot().resource().label());
      }
    }
    return names;
  }

  private List<String> models() throws UsageException {
    return state == null ? List.of() : state.models();
  }

  private void addNamed(String word, List<Candidate> candidates)
      throws IOException, UsageException {
    addFiles("@", word.substring(1), candidates);
    if (state != null) {
      for (McpServer server : state.resolving().servers().get().all()) {
        candidates.add(candidate("@" + server.name() + ":", server.name() + ":", false));
      }
      addResources(candidates);
    }
  }

  /** The resources of servers that were attached before. */
  private void addResources(List<Candidate> candidates) throws IOException, UsageException {
    Conversation conversation = state == null ? null : state.conversation();
    if (conversation == null) {
      return;
    }
    for (AttachmentState each : conversation.log().attachments()) {
      String address = each.attachment().snapshot().address().value();
      String[] parts = address.split("\\+", 3);
      if (parts.length == 3 && parts[0].equals("mcp")) {
        candidates.add(candidate("@" + parts[1] + ":" + parts[2], parts[2], true));
      }
    }
  }

  /** Adds what the directory of a path holds, without what is hidden unless a dot asks for it. */
  private void addFiles(String mark, String path, List<Candidate> candidates) throws IOException {
    int slash = path.lastIndexOf('/') + 1;
    String directory = path.substring(0, slash);
    boolean isHiddenShown = path.startsWith(".", slash);
    Path place = place(directory);
    if (place == null || !Files.isDirectory(place)) {
      return;
    }
    for (String name : names(place)) {
      if (isHiddenShown || !name.startsWith(".")) {
        boolean isDirectory = name.endsWith("/");
        candidates.add(candidate(mark + directory + name, name, !isDirectory));
      }
    }
  }

  private @Nullable Path place(String directory) {
    try {
      return workspace.resolve(directory);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Set<String> names(Path directory) throws IOException {
    var names = new TreeSet<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path each : entries) {
        if (names.size() == MOST_NAMES) {
          break;
        }
        names.add(each.getFileName() + (Files.isDirectory(each) ? "/" : ""));
      }
    }
    return names;
  }

  private static Candidate candidate(String value, String shown, boolean isWhole) {
    return new Candidate(value, shown, null, null, null, null, isWhole);
  }
}
