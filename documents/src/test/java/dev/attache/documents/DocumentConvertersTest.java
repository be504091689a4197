package dev.attache.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.convert.ContentConverter;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DocumentConvertersTest {

  @Test
  void areThoseThatTheServiceLoaderFinds() {
    List<Class<?>> found = new ArrayList<>();
    ServiceLoader.load(ContentConverter.class).forEach(each -> found.add(each.getClass()));
    List<Class<?>> named = new ArrayList<>();
    DocumentConverters.all().forEach(each -> named.add(each.getClass()));
    assertThat(found).containsExactlyElementsOf(named);
  }

  @Test
  void areListedInTheJarAsTheyAre() throws Exception {
    List<String> lines = new ArrayList<>();
    for (ContentConverter each : DocumentConverters.all()) {
      String types = String.join(" ", new TreeSet<>(each.mimeTypes()));
      lines.add(each.name() + " " + each.version() + " " + types);
    }
    try (InputStream list =
        DocumentConverters.class.getResourceAsStream("/" + ContentConverter.LIST)) {
      assertThat(new String(list.readAllBytes(), UTF_8).lines()).containsExactlyElementsOf(lines);
    }
  }

  @Test
  void takeNoTypeTwice() {
    Set<String> seen = new HashSet<>();
    for (ContentConverter each : DocumentConverters.all()) {
      for (String type : each.mimeTypes()) {
        assertThat(seen.add(type)).as(type).isTrue();
        assertThat(type).matches("[a-z]+/[a-z0-9][a-z0-9.+_-]*");
      }
    }
  }
}
