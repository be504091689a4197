package dev.attache.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table of {@code docs/rooms.txt}: the modules from the bottom up, the rooms of each, and for
 * each room the rooms that it sees.
 *
 * <p>A room is a package, named without {@code dev.attache.}. A {@code +} stands before the rooms
 * whose public types other modules may name; {@code [30 files: …]} gives a reason after those that
 * have more files than {@link #MOST_FILES}. Immutable.
 */
record Rooms(List<Room> all) {

  /** The most source files that a room has, its {@code package-info} among them. */
  static final int MOST_FILES = 25;

  static final String ROOT = "dev.attache.";

  private static final Path ROOT_FOLDER = Path.of("..");
  private static final Path TABLE = ROOT_FOLDER.resolve("docs/rooms.txt");
  private static final Pattern ROOM =
      Pattern.compile(" {2}([+ ]) ([a-z0-9.]+)(?: \\[(\\d+) files: (.+)])?");
  private static final int WIDTH = 100;

  /**
   * One room: {@code files} and {@code reason} are 0 and empty unless it is listed as too large.
   */
  record Room(
      String module,
      String name,
      boolean isExported,
      int files,
      String reason,
      SortedSet<String> sees) {

    Room seeing(Collection<String> others) {
      return new Room(module, name, isExported, files, reason, new TreeSet<>(others));
    }

    /** The names of its source files, without {@code package-info} and what only the build uses. */
    List<String> sources() {
      try (Stream<Path> entries = Files.list(folder())) {
        return entries
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
            .map(file -> file.substring(0, file.length() - ".java".length()))
            .sorted()
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Path folder() {
      return ROOT_FOLDER
          .resolve(module)
          .resolve("src/main/java")
          .resolve((ROOT + name).replace('.', '/'));
    }
  }

  static Rooms read() {
    try {
      return parse(Files.readString(TABLE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write() {
    try {
      Files.writeString(TABLE, head(Files.readString(TABLE)) + rows());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Rooms parse(String table) {
    var rooms = new ArrayList<Room>();
    String module = "";
    for (String line : table.substring(head(table).length()).lines().toList()) {
      Matcher room = ROOM.matcher(line);
      if (room.matches()) {
        rooms.add(
            new Room(
                module,
                room.group(2),
                room.group(1).equals("+"),
                room.group(3) == null ? 0 : Integer.parseInt(room.group(3)),
                room.group(4) == null ? "" : room.group(4),
                new TreeSet<>()));
      } else if (line.startsWith("      ")) {
        rooms.get(rooms.size() - 1).sees().addAll(Arrays.asList(line.strip().split(",\\s*")));
      } else if (!line.isBlank()) {
        module = line;
      }
    }
    return new Rooms(List.copyOf(rooms));
  }

  /** The comment above the first module. */
  private static String head(String table) {
    Matcher comment = Pattern.compile("(?:#.*\n|\n)*").matcher(table);
    return comment.lookingAt() ? comment.group() : "";
  }

  /** The rows of the table, as the file has them. */
  String rows() {
    var rows = new StringBuilder();
    modules()
        .forEach(
            (module, rooms) -> {
              rows.append(rows.isEmpty() ? "" : "\n").append(module).append('\n');
              rooms.forEach(room -> append(rows, room));
            });
    return rows.toString();
  }

  private static void append(StringBuilder rows, Room room) {
    rows.append(room.isExported() ? "  + " : "    ").append(room.name());
    if (room.files() > 0) {
      rows.append(" [").append(room.files()).append(" files: ").append(room.reason()).append(']');
    }
    String line = "";
    for (String seen : room.sees()) {
      if (line.isEmpty()) {
        line = "      " + seen;
      } else if (line.length() + seen.length() + 3 <= WIDTH) {
        line += ", " + seen;
      } else {
        rows.append('\n').append(line).append(',');
        line = "      " + seen;
      }
    }
    rows.append(line.isEmpty() ? "" : "\n").append(line).append('\n');
  }

  /**
   * The modules as a matrix, in the order of the table: a row for each, with the number of its
   * rooms and a mark under each module that it sees.
   */
  String picture() {
    var modules = List.copyOf(modules().entrySet());
    var picture = new StringBuilder(" ".repeat(28));
    for (int i = 1; i <= modules.size(); i++) {
      picture.append(String.format("%3d", i));
    }
    for (int i = 0; i < modules.size(); i++) {
      List<Room> rooms = modules.get(i).getValue();
      var row = new StringBuilder();
      row.append(
          String.format(
              "%2d %-16s %2d %s",
              i + 1, modules.get(i).getKey(), rooms.size(), rooms.size() == 1 ? "room " : "rooms"));
      for (int j = 0; j < modules.size(); j++) {
        row.append(i == j ? "  \\" : sees(rooms, modules.get(j).getValue()) ? "  x" : "   ");
      }
      picture.append('\n').append(row.toString().stripTrailing());
    }
    return picture.append('\n').toString();
  }

  private static boolean sees(List<Room> rooms, List<Room> others) {
    return rooms.stream()
        .flatMap(room -> room.sees().stream())
        .anyMatch(seen -> others.stream().anyMatch(other -> other.name().equals(seen)));
  }

  /** The rooms by module, in the order of the table. */
  Map<String, List<Room>> modules() {
    var modules = new LinkedHashMap<String, List<Room>>();
    for (Room room : all) {
      modules.computeIfAbsent(room.module(), name -> new ArrayList<>()).add(room);
    }
    return modules;
  }
}
