package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.delivery.names.UriNames;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Notice;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedDirectoriesTest {

  private static final String TEXT = "line\n".repeat(500);

  @TempDir Path temporary;

  private Path secret;
  private Path store;
  private Resolver resolver;
  private Conversation conversation;
  private int calls;

  @BeforeEach
  void attachFilesOfTwoDirectories() throws IOException {
    secret = Files.createDirectories(temporary.toRealPath().resolve("secret place"));
    Path workspace = Files.createDirectory(secret.resolve("ws"));
    Files.createDirectory(workspace.resolve("src"));
    Path library = Files.createDirectory(secret.resolve("lib"));
    Files.writeString(workspace.resolve("src/App.java"), TEXT);
    Files.writeString(workspace.resolve("src/Other.java"), TEXT);
    Files.writeString(library.resolve("Lib.java"), TEXT + "lib");
    store = temporary.toRealPath().resolve("store");
    resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler()))
            .workspace(workspace)
            .addRoot(library)
            .build();
    conversation =
        Conversation.create(
                EmbeddedStore.at(store), ConversationId.of("talk"), ConversationOptions.DEFAULT)
            .naming(UriNames.of("workspace", workspace).and("lib", library));
  }

  private String attach(List<Notice> notices, String... references) throws IOException {
    var out = new ByteArrayOutputStream();
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver.resolve(List.of(references))) {
      notices.forEach(turn::notice);
      List.of(references).forEach(each -> turn.declare(Requester.USER, each));
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          turn.attach(resolved.snapshot(), outcome.reference().text(), Requester.USER);
        } else if (outcome instanceof Outcome.Failed failed) {
          turn.notice(Notice.of(failed.line()));
        }
      }
      Request request = turn.record();
      PromptText.writeRequest(request, out);
      RequestJson.writeRequest(conversation.id(), request, out);
    }
    return checked(out);
  }

  private String checked(ByteArrayOutputStream out) {
    String text = out.toString(UTF_8);
    assertThat(text).doesNotContain("secret").doesNotContain(temporary.toString());
    return text;
  }

  private String written(ToolResult result) throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeResult(result, out);
    RequestJson.writeResult(result, out);
    RequestJson.writeCallToolResult(result, out);
    return checked(out);
  }

  private String refresh(String uri) throws IOException {
    return written(
        RefreshResourceTool.of(conversation, resolver).call("c" + calls++, Map.of("uri", uri)));
  }

  private String lib() {
    return secret.resolve("lib/Lib.java").toString();
  }

  @Test
  void aModelSeesNamesAndTheHistoryHasCanonicalUris() throws Exception {
    String seen = attach(List.of(), "src/App.java", lib());
    assertThat(seen)
        .contains(
            "<resource path=\"src/App.java\" digest=", "<resource uri=\"lib:/Lib.java\" digest=")
        .contains("\"uri\":\"workspace:/src/App.java\"", "\"uri\":\"lib:/Lib.java\"");
    assertThat(Files.readString(store.resolve("conversations/talk/events.jsonl")))
        .contains("\"uri\":\"file:///")
        .contains("/secret%20place/lib/Lib.java\"")
        .doesNotContain("lib:/");
  }

  @Test
  void aModelRefreshesByTheNameThatItSees() throws Exception {
    attach(List.of(), "src/App.java", lib());
    assertThat(refresh("lib:/Lib.java"))
        .contains("The content of lib:/Lib.java is identical to the attachment at turn 0");
    assertThat(refresh("workspace:/src/App.java"))
        .contains("The content of src/App.java is identical to the attachment at turn 0");
    Files.writeString(Path.of(lib()), TEXT + "lib2");
    assertThat(refresh("lib:/Lib.java")).contains("lib:/Lib.java has changed");
    Files.delete(Path.of(lib()));
    assertThat(refresh("lib:/Lib.java")).contains("lib:/Lib.java is gone");
  }

  @Test
  void noErrorShowsADirectory() throws Exception {
    attach(List.of(), "src/App.java", "src/gone.txt", lib());
    assertThat(refresh("workspace:/src/Other.java"))
        .contains("workspace:/src/Other.java is not attached to this conversation");
    assertThat(refresh("workspace:/../lib/Lib.java"))
        .contains("workspace:/../lib/Lib.java is not attached to this conversation");
    assertThat(refresh("workspace:/")).contains("workspace:/ is not attached");
    assertThat(refresh("src/../../../x")).contains("src/../../../x is not attached");
  }

  @Test
  void aModelAttachesByTheNameOfADirectory() throws Exception {
    attach(List.of(), "src/App.java");
    AttachResourceTool tool =
        AttachResourceTool.of(conversation, resolver, new AttachPolicy(Set.of(), Set.of()));
    String other = written(tool.call("a1", Map.of("uri", "workspace:/src/Other.java")));
    assertThat(other).contains("\"uri\":\"workspace:/src/Other.java\"").doesNotContain("isError");
    assertThat(written(tool.call("a2", Map.of("uri", "lib:/Lib.java")))).contains("lib:/Lib.java");
    assertThat(written(tool.call("a3", Map.of("uri", "workspace:/gone")))).contains("is not there");
    assertThat(written(tool.call("a4", Map.of("uri", "workspace:/../x")))).contains("isError");
    assertThat(written(tool.call("a5", Map.of("uri", "../../x")))).contains("isError");
  }

  @Test
  void noticesAndWholeConversationsShowNames() throws Exception {
    attach(List.of(), "src/App.java", lib());
    Files.writeString(Path.of(lib()), TEXT + "lib2");
    List<Notice> notices = ChangeCheck.of(conversation, resolver).notices();
    assertThat(notices).hasSize(1);
    assertThat(attach(notices))
        .contains("The attached resource lib:/Lib.java has changed since turn 0");
    refresh("lib:/Lib.java");
    var out = new ByteArrayOutputStream();
    PromptText.writeConversation(conversation.forModel(), out);
    RequestJson.writeConversation(conversation.forModel(), out);
    assertThat(checked(out)).contains("lib:/Lib.java", "workspace:/src/App.java");
    out.write(ModelMessages.of(conversation.forModel()).messages().toString().getBytes(UTF_8));
    checked(out);
  }
}
