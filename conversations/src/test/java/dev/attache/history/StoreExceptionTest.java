package dev.attache.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.StoreException.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreExceptionTest {

  @ParameterizedTest
  @EnumSource
  void passesByItselfWhereAnotherWriterIsInTheWay(Kind kind) {
    assertThat(StoreException.of(kind, "no").isTransient()).isEqualTo(kind == Kind.BUSY);
    assertThat(StoreException.of(kind, "no", new IOException("broken")).isTransient())
        .isEqualTo(kind == Kind.BUSY);
  }

  @Test
  void passesWhereTheStoreSaysSo() {
    var cause = new IOException("connection reset");
    StoreException problem = StoreException.of(Kind.FAILED, "cannot be written", cause);
    StoreException passing = problem.asTransient();
    assertThat(passing.isTransient()).isTrue();
    assertThat(passing.kind()).isEqualTo(Kind.FAILED);
    assertThat(passing).hasMessage("cannot be written").hasCause(cause);
    assertThat(passing.getStackTrace()).isEqualTo(problem.getStackTrace());
    assertThat(problem.isTransient()).isFalse();
  }
}
