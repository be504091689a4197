package dev.attache.benchmarks;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ConversationId;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A conversation of any length: 500 resources, five of which are attached in each turn, every time
 * with another content of some 1,500 bytes.
 *
 * <pre>
 * java -cp 'lib/*' SyntheticConversation.java TURNS DIRECTORY
 * </pre>
 */
public final class SyntheticConversation {

  private static final int RESOURCES = 500;
  private static final int SNAPSHOTS_PER_TURN = 5;
  private static final int LINES = 45;
  private static final String TEXT = "text/plain";

  private SyntheticConversation() {}

  public static void main(String[] args) throws IOException {
    int turns = Integer.parseInt(args[0]);
    Path workspace = Path.of(args[1]);
    Files.createDirectories(workspace);
    Path root = workspace.toRealPath();
    EmbeddedStore store = EmbeddedStore.at(root.resolve(".attache"));
    Conversation conversation =
        Conversation.create(store, ConversationId.of("long"), ConversationOptions.DEFAULT);
    int snapshots = 0;
    for (int turn = 0; turn < turns; turn++) {
      try (TurnDraft draft = conversation.begin("request " + turn, null)) {
        for (int i = 0; i < SNAPSHOTS_PER_TURN; i++, snapshots++) {
          String name = "file-" + snapshots % RESOURCES + ".txt";
          String content = content(name, snapshots);
          Files.writeString(root.resolve(name), content);
          if (turn < RESOURCES / SNAPSHOTS_PER_TURN) {
            draft.declare(Requester.USER, name);
          }
          draft.attach(snapshot(root.resolve(name), name, content), name, Requester.USER);
        }
        draft.record();
      }
      conversation.respond("answer " + turn);
    }
  }

  private static String content(String name, int version) {
    var text = new StringBuilder("version " + version + " of " + name + "\n");
    for (int i = 0; i < LINES; i++) {
      text.append("line ").append(i).append(" of ").append(name).append(" says ").append(version);
      text.append('\n');
    }
    return text.toString();
  }

  private static Snapshot snapshot(Path file, String name, String content) throws IOException {
    Resource resource =
        Resource.builder(ResourceUri.of(file.toUri().toString()), ResourceContent.text(content))
            .mimeType(TEXT)
            .annotations(Annotations.lastModified(Files.getLastModifiedTime(file).toInstant()))
            .name(name)
            .build();
    var type = new TypeDecision(null, TEXT, null, TEXT, "by extension");
    return new Snapshot(resource, resource.uri(), "file", Instant.now(), type, List.of());
  }
}
