package dev.attache.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationNameTest {

  private static String name(String id) {
    return ConversationName.of(ConversationId.of(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "a-_.0", "20260203-040506-abcd", "con-1", "console", "my.con"})
  void leavesNamesOfBeforeAsTheyAre(String id) {
    assertThat(name(id)).isEqualTo(id);
    assertThat(ConversationName.parse(id)).contains(ConversationId.of(id));
  }

  @ParameterizedTest
  @CsvSource({
    "User-42, =user-42",
    "userNAME, user=n=a=m=e",
    "ada.Lovelace+x@example.org, ada.=lovelace+x@example.org",
    "con, ==con",
    "CON, ===c=o=n",
    "Com1.old, ===com1.old",
    "lpt9@example.org, lpt9@example.org",
  })
  void escapesCapitalLettersAndDevices(String id, String name) {
    assertThat(name(id)).isEqualTo(name);
    assertThat(ConversationName.parse(name)).contains(ConversationId.of(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "User",
        "=",
        "a=",
        "==a",
        "=1",
        "=-a",
        "a==b",
        ".archive",
        "==user",
        "=A",
        "==="
      })
  void takesNoOtherDirectoryForAConversation(String name) {
    assertThat(ConversationName.parse(name)).isEmpty();
  }

  /** Ids that are much alike, so that many pairs differ in nothing but case. */
  private static Set<String> ids(int count) {
    var random = new Random(64);
    String alphabet = "aAbBnNuUlL01.-_@+";
    var ids = new HashSet<String>();
    while (ids.size() < count) {
      var id = new StringBuilder();
      for (int left = 1 + random.nextInt(5); left > 0; left--) {
        id.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      if (ConversationId.parse(id.toString()).isPresent()) {
        ids.add(id.toString());
      }
    }
    return ids;
  }

  @Test
  void noTwoIdsMeetWhereCaseMeansNothing() {
    Set<String> ids = ids(2_000);
    int alike = 0;
    Map<String, String> names = new HashMap<>();
    Map<String, String> folded = new HashMap<>();
    for (String id : ids) {
      String name = name(id);
      assertThat(ConversationName.parse(name)).contains(ConversationId.of(id));
      assertThat(name).matches("[a-z0-9=._@+-]+").doesNotEndWith(".");
      assertThat(name.length()).isLessThan(255);
      assertThat(names.put(name.toLowerCase(Locale.ROOT), id)).as(id).isNull();
      alike += folded.putIfAbsent(id.toLowerCase(Locale.ROOT), id) == null ? 0 : 1;
    }
    assertThat(alike).as("ids that differ in case only").isGreaterThan(100);
  }

  @Test
  void theLongestIdIsShortEnoughForAFile() {
    assertThat(name("A".repeat(100))).hasSize(200);
  }
}
