package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ModelSettings;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestSlotsTest {

  private final ModelSettings settings = ModelSettings.builder().maxConcurrent(2).build();

  private RequestSlots slots() {
    return Objects.requireNonNull(RequestSlots.of(settings));
  }

  @Test
  void areThoseOfTheSettingsWhereverTheyAreUsed() {
    assertThat(slots())
        .isSameAs(slots())
        .isNotSameAs(RequestSlots.of(settings.toBuilder().build()));
    assertThat(RequestSlots.of(ModelSettings.standard())).isNull();
  }

  @Test
  void letInWhoHasWaitedLongest() {
    RequestSlots slots = slots();
    assertThat(slots.take()).isCompleted();
    assertThat(slots.take()).isCompleted();
    CompletableFuture<Void> third = slots.take();
    CompletableFuture<Void> gone = slots.take();
    CompletableFuture<Void> fifth = slots.take();
    assertThat(third).isNotDone();
    gone.cancel(false);
    slots.giveBack();
    assertThat(third).isCompleted();
    assertThat(fifth).isNotDone();
    slots.giveBack();
    assertThat(fifth).isCompleted();
    slots.giveBack();
    slots.giveBack();
    assertThat(slots.take()).isCompleted();
    assertThat(slots.take()).isCompleted();
    assertThat(slots.take()).isNotDone();
  }
}
