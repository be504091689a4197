package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.Delivered;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client has not read is not taken for given. */
class DeliveredTest {

  @TempDir Path directory;

  private final Set<DeliveryPlace> read = new HashSet<>();
  private TestConversation test;

  @BeforeEach
  void start() throws IOException {
    test = new TestConversation(directory, Consents.OWN_HISTORY);
    test.sources.put("mem:a", TestConversation.text("one"));
    test.attach("mem:a");
    test = test.withDelivered((place, attachment) -> read.contains(place));
  }

  private static String reference(String to, String word, String end) {
    return "The content of mem:a is identical to "
        + to
        + " (sha256:"
        + ResourceContent.text(TestConversation.text(word)).digest().shortForm()
        + "). "
        + end;
  }

  @Test
  void givesInFullWhatTheClientHasNotReadAndAReferenceTheNextTime() throws Exception {
    assertThat(test.refresh("c1", "mem:a")).containsExactly("full mem:a one");
    assertThat(test.refresh("c2", "mem:a"))
        .containsExactly(
            reference(
                "the result of tool call c1 in turn 0",
                "one",
                "It has not changed. Refer to that earlier result for the full contents."));
  }

  @Test
  void refersToAnAttachmentThatTheClientHasRead() throws Exception {
    read.add(DeliveryPlace.ofAttachment(0, 0));
    assertThat(test.refresh("c1", "mem:a"))
        .containsExactly(
            reference(
                "the attachment at turn 0",
                "one",
                "It has not changed. Refer to the attached content."));
  }

  @Test
  void takesNoVersionThatWasNotReadForOneThatCameInBetween() throws Exception {
    test.refresh("c1", "mem:a");
    test.sources.put("mem:a", TestConversation.text("two"));
    test.attach("mem:a");
    test.sources.put("mem:a", TestConversation.text("one"));
    String unread = test.refresh("c2", "mem:a").get(0);
    assertThat(unread)
        .isEqualTo(
            reference(
                "the result of tool call c1 in turn 0",
                "one",
                "It has not changed. Refer to that earlier result for the full contents."));
  }

  @Test
  void tellsOfAVersionInBetweenThatWasRead() throws Exception {
    test.refresh("c1", "mem:a");
    test.sources.put("mem:a", TestConversation.text("two"));
    test.attach("mem:a");
    test.sources.put("mem:a", TestConversation.text("one"));
    read.add(DeliveryPlace.ofAttachment(1, 0));
    assertThat(test.refresh("c2", "mem:a"))
        .containsExactly(
            reference(
                "the result of tool call c1 in turn 0",
                "one",
                "Another version of it was delivered at turn 1 in between. Refer to that earlier"
                    + " result for the full contents."));
  }

  @Test
  void countsAllWhereNobodySaysOtherwise() {
    assertThat(ConversationOptions.DEFAULT.delivered()).isSameAs(Delivered.ALL);
  }
}
