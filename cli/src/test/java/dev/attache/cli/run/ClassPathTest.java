package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import org.junit.jupiter.api.Test;

class ClassPathTest {

  /** The jar of the command holds the services files of the modules that this test sees. */
  @Test
  void knowsTheHandlersOfTheCommandsOwnJar() {
    assertThat(HandlerRegistry.load(getClass().getClassLoader()).handlers())
        .extracting(RegisteredHandler::name)
        .containsExactlyInAnyOrderElementsOf(ClassPath.HANDLERS);
  }
}
