package dev.attache.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The module descriptor, which names modules that have none themselves. */
class DescriptorTest {

  @Test
  void findsAllThatItRequires() {
    Path[] path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .filter(Predicate.not(entry -> entry.endsWith("test-classes")))
            .toArray(Path[]::new);
    Configuration resolved =
        ModuleLayer.boot()
            .configuration()
            .resolve(ModuleFinder.of(path), ModuleFinder.of(), Set.of("dev.attache.langchain4j"));
    assertThat(resolved.modules())
        .extracting(ResolvedModule::name)
        .contains("dev.attache.agent", "langchain4j", "langchain4j.core", "org.slf4j");
  }
}
