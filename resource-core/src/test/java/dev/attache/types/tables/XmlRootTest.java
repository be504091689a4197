package dev.attache.types.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Random;
import org.apache.tika.detect.XmlRootExtractor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlRootTest {
  private static @Nullable String find(String xml) {
    byte[] data = Samples.utf8(xml);
    return XmlRoot.find(data, data.length);
  }

  private static @Nullable String byTika(String xml) {
    var root =
        new XmlRootExtractor().extractRootElement(new ByteArrayInputStream(Samples.utf8(xml)));
    return root == null ? null : root.getNamespaceURI() + " " + root.getLocalPart();
  }

  @Test
  void readsNameAndNamespace() {
    assertThat(find("<a/>")).isEqualTo(" a");
    assertThat(find("<a xmlns='u:x'>")).isEqualTo("u:x a");
    assertThat(find("<p:a b='c' xmlns:p=\"u:y\" xmlns='u:x'>")).isEqualTo("u:y a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "<?xml version='1.0'?><a/>",
        "\uFEFF<?xml version='1.0'?>\n<a>",
        "<?xml version='1.0'?><!-- <b> --><?p <b> ?><a>",
        "<!DOCTYPE a [<!ENTITY b \"]>\"> <!-- ]> ' --> <!ELEMENT a ANY>]>\n<a>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0\" \"nowhere.dtd\"><html xmlns='h'>",
        "<a\n b = 'c>' d=\"'\" >",
        "<a b=c>",
        "<a b>",
        "<a b='<'>",
        "<a b='c'd='e'>",
        "<p:a>",
        "<a p:b='c'>",
        "<a xml:lang='c'>",
        "<1a>",
        "< a>",
        "<a",
        "<a b='c",
        "text <a/>",
        " <a/>",
        "<!-- a -- b --><a/>",
        "<!-- a",
        "",
        "<",
        "<é/>",
      })
  void agreesWithTikasParser(String xml) {
    assertThat(find(xml)).isEqualTo(byTika(xml));
  }

  @Test
  void neverThrowsOnDamagedDocuments() {
    var random = new Random(3);
    String seed = "<?xml version='1.0'?><!DOCTYPE a [<!--x-->]><p:a b='c' xmlns:p=\"u:y\"/>";
    for (int i = 0; i < 20_000; i++) {
      byte[] data = Samples.utf8(seed);
      data[random.nextInt(data.length)] = (byte) random.nextInt(256);
      assertThat(XmlRoot.find(data, random.nextInt(data.length + 1))).isNotEqualTo("");
    }
  }
}
