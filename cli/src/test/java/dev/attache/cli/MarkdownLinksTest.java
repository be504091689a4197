package dev.attache.cli;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The links of all pages in Markdown to each other, and those in the words of the program. */
class MarkdownLinksTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git", ".work");

  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern NAMED = Pattern.compile("(?<![\\w/.-])docs/[a-z0-9-]+\\.md");

  /** Pages; those below {@code src} are data. */
  private static List<Path> pages() throws IOException {
    return files(".md").stream().filter(page -> !page.toString().contains("/src/")).toList();
  }

  private static List<Path> files(String ending) throws IOException {
    var files = new ArrayList<Path>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            boolean isOurs = !NOT_OURS.contains(String.valueOf(directory.getFileName()));
            return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            if (file.toString().endsWith(ending)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** A page without its listings, in which brackets and number signs mean something else. */
  private static List<String> prose(Path page) {
    var lines = new ArrayList<String>();
    String fence = "";
    try {
      for (String line : Files.readAllLines(page)) {
        if (fence.isEmpty() && line.strip().startsWith("```")) {
          fence = line.strip().replaceFirst("[^`].*", "");
        } else if (line.strip().equals(fence)) {
          fence = "";
        } else if (fence.isEmpty()) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** The anchors that GitHub gives headings. */
  private static Set<String> anchors(Path page) {
    var seen = new HashMap<String, Integer>();
    return prose(page).stream()
        .filter(line -> line.matches("#{1,6} .*"))
        .map(line -> line.replaceFirst("#+ ", "").replaceAll("]\\([^)]*\\)", ""))
        .map(text -> text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", ""))
        .map(text -> text.strip().replace(' ', '-'))
        .map(anchor -> numbered(anchor, seen))
        .collect(toCollection(TreeSet::new));
  }

  private static String numbered(String anchor, Map<String, Integer> seen) {
    int count = seen.merge(anchor, 1, Integer::sum);
    return count == 1 ? anchor : anchor + "-" + (count - 1);
  }

  private static List<String> brokenLinks(Path page, Map<Path, Set<String>> anchors) {
    var broken = new ArrayList<String>();
    String text = CODE.matcher(String.join("\n", prose(page))).replaceAll("");
    var links = LINK.matcher(text);
    while (links.find()) {
      String link = links.group(1);
      if (!link.matches("[a-z]+:.*") && !leads(page, link, anchors)) {
        broken.add(ROOT.relativize(page) + ": " + link);
      }
    }
    return broken;
  }

  private static boolean leads(Path page, String link, Map<Path, Set<String>> anchors) {
    int mark = link.indexOf('#');
    String path = mark < 0 ? link : link.substring(0, mark);
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return mark < 0
        || anchors
            .computeIfAbsent(target, MarkdownLinksTest::anchors)
            .contains(link.substring(mark + 1));
  }

  @Test
  void leadSomewhere() throws IOException {
    var anchors = new HashMap<Path, Set<String>>();
    assertThat(pages().stream().flatMap(page -> brokenLinks(page, anchors).stream())).isEmpty();
  }

  @Test
  void leadToEveryPageFromTheIndex() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/README.md"));
    try (var pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".md") && !name.equals("README.md"))
          .allSatisfy(name -> assertThat(index).contains("](" + name));
    }
  }

  @Test
  void areThereWhereSourcesNameThem() throws IOException {
    for (String ending : List.of(".java", ".xml", "/run", "/attache")) {
      for (Path file : files(ending)) {
        if (file.toString().contains("/src/test/")) {
          continue; // whose words are made up
        }
        var names = NAMED.matcher(Files.readString(file));
        while (names.find()) {
          assertThat(ROOT.resolve(names.group())).as("%s names it", file).exists();
        }
      }
    }
  }
}
