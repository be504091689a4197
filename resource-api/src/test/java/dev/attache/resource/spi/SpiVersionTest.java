package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class SpiVersionTest {

  @Test
  void isWhatTheManifestOfTheJarSays() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("pom.xml").toFile());
    assertThat(text(pom, "spi.version"))
        .as("the property spi.version of resource-api/pom.xml is SpiVersion.CURRENT")
        .isEqualTo(Integer.toString(SpiVersion.CURRENT));
    assertThat(text(pom, SpiVersion.ATTRIBUTE)).isEqualTo("${spi.version}");
  }

  @Test
  void isNotOlderThanTheOldest() {
    assertThat(SpiVersion.OLDEST).isBetween(1, SpiVersion.CURRENT);
  }

  private static String text(Document pom, String element) {
    return pom.getElementsByTagName(element).item(0).getTextContent();
  }
}
