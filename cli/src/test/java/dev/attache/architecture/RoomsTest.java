package dev.attache.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.attache.architecture.Rooms.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The walls of the house: the classes of all modules see each other as {@code docs/rooms.txt} says.
 *
 * <p>{@code -Dattache.golden=write} writes the arrows of today into the table; look at what
 * changes, and at whether it should.
 */
@Tag("slow")
class RoomsTest {

  private static final int MOST_EXCEPTIONS = 3;

  private final Rooms table = Rooms.read();

  @Test
  void seeEachOtherAsTheTableSays() {
    Map<String, Set<String>> arrows = arrows();
    assertThat(table.all())
        .extracting(Room::name)
        .containsAll(arrows.keySet())
        .doesNotHaveDuplicates();
    var today =
        new Rooms(
            table.all().stream()
                .map(room -> room.seeing(arrows.getOrDefault(room.name(), Set.of())))
                .toList());
    if ("write".equals(System.getProperty("attache.golden"))) {
      today.write();
    }
    assertThat(today.rows()).isEqualTo(Rooms.read().rows());
  }

  @Test
  void areDrawnOnThePageOfTheArchitecture() throws IOException {
    Path file = Path.of("../docs/architecture.md");
    String page = Files.readString(file);
    String drawn =
        page.replaceFirst(
            "(?s)```text\n.*?```", Matcher.quoteReplacement("```text\n" + table.picture() + "```"));
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.writeString(file, drawn);
    }
    assertThat(Files.readString(file)).isEqualTo(drawn);
  }

  @Test
  void seeEachOtherInOneDirection() {
    var seen = new LinkedHashMap<String, Set<String>>();
    table.all().forEach(room -> seen.put(room.name(), room.sees()));
    var circles = new ArrayList<List<String>>();
    seen.keySet()
        .forEach(room -> findCircle(room, seen, new ArrayList<>(), new HashSet<>(), circles));
    assertThat(circles).isEmpty();
  }

  /** Modules stand in the table from the bottom up, and what they see stands above them. */
  @Test
  void seeOfOtherModulesWhatTheseExportOnly() {
    Map<String, Room> rooms = rooms();
    var modules = new ArrayList<>(table.modules().keySet());
    for (Room room : table.all()) {
      for (String name : room.sees()) {
        Room seen = rooms.get(name);
        assertThat(seen).as("%s sees %s", room.name(), name).isNotNull();
        if (!seen.module().equals(room.module())) {
          assertThat(seen.isExported()).as("%s sees %s", room.name(), name).isTrue();
          assertThat(modules.indexOf(seen.module()))
              .as("%s of %s sees %s of %s", room.name(), room.module(), name, seen.module())
              .isLessThan(modules.indexOf(room.module()));
        }
      }
    }
  }

  @Test
  void haveAtMostTwentyFiveFiles() {
    var large = new TreeMap<String, Integer>();
    var listed = new TreeMap<String, Integer>();
    for (Room room : table.all()) {
      int files = room.sources().size() + 1; // with its package-info
      if (files > Rooms.MOST_FILES) {
        large.put(room.name(), files);
      }
      if (room.files() > 0) {
        listed.put(room.name(), room.files());
      }
    }
    assertThat(large).isEqualTo(listed);
    assertThat(listed).hasSizeLessThanOrEqualTo(MOST_EXCEPTIONS);
  }

  @Test
  void haveADoor() {
    assertThat(table.all())
        .allSatisfy(
            room ->
                assertThat(room.folder().resolve("package-info.java"))
                    .content()
                    .contains("{@link dev.attache."));
  }

  @Test
  void nameNoTwoClassesAlike() {
    Map<String, List<String>> namesakes = new TreeMap<>();
    table.all().stream()
        .flatMap(room -> room.sources().stream().map(name -> Map.entry(name, room.name())))
        .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toList())))
        .forEach(
            (name, homes) -> {
              if (homes.size() > 1) {
                namesakes.put(name, homes);
              }
            });
    assertThat(namesakes).isEmpty();
  }

  private Map<String, Room> rooms() {
    var rooms = new LinkedHashMap<String, Room>();
    table.all().forEach(room -> rooms.put(room.name(), room));
    return rooms;
  }

  private static Map<String, Set<String>> arrows() {
    var arrows = new TreeMap<String, Set<String>>();
    for (JavaClass type : HouseClasses.all()) {
      Set<String> seen = arrows.computeIfAbsent(room(type), name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().startsWith(Rooms.ROOT) && !room(target).equals(room(type))) {
          seen.add(room(target));
        }
      }
    }
    return arrows;
  }

  private static String room(JavaClass type) {
    return type.getPackageName().substring(Rooms.ROOT.length());
  }

  /** Follows the arrows, depth first; rooms from which no circle is reached are looked at once. */
  private static void findCircle(
      String room,
      Map<String, Set<String>> seen,
      List<String> way,
      Set<String> finished,
      List<List<String>> circles) {
    int before = way.indexOf(room);
    if (before >= 0) {
      circles.add(List.copyOf(way.subList(before, way.size())));
      return;
    }
    if (finished.contains(room) || !circles.isEmpty()) {
      return;
    }
    way.add(room);
    for (String next : seen.getOrDefault(room, Set.of())) {
      findCircle(next, seen, way, finished, circles);
    }
    way.remove(way.size() - 1);
    finished.add(room);
  }
}
