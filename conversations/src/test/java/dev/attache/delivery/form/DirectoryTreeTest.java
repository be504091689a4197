package dev.attache.delivery.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectoryTreeTest {

  @Test
  void hasEachFileBelowItsDirectoryInTheOrderInWhichTheyCame() {
    var tree = new DirectoryTree();
    tree.add("src/main/java/App.java", " 12");
    tree.add("README.md", " 3");
    tree.addOther("https://example.org/a 5");
    tree.add("src/main/java/util/Text.java", " 7");
    tree.add("src/test/AppTest.java", " 8");
    tree.add("src/main/java/util/Lines.java", " 9");
    assertThat(tree.lines())
        .containsExactly(
            "src/",
            "  main/java/",
            "    App.java 12",
            "    util/",
            "      Text.java 7",
            "      Lines.java 9",
            "  test/AppTest.java 8",
            "README.md 3",
            "https://example.org/a 5");
  }

  @Test
  void isEmptyWithoutFiles() {
    assertThat(new DirectoryTree().lines()).isEmpty();
  }

  @Test
  void keepsANameOnItsLine() {
    var tree = new DirectoryTree();
    tree.add("a\nb\u202E/c", "");
    tree.addOther("x:\u001b[1m");
    assertThat(tree.lines()).containsExactly("a\\u000ab\\u202e/c", "x:\\u001b[1m");
  }
}
