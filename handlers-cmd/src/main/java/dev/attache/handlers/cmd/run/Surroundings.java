package dev.attache.handlers.cmd.run;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The surroundings of a run: who wants it, what it may use up, and what several runs share. */
public interface Surroundings {

  /** The answer to what may run; empty if nothing may. */
  Optional<CommandPolicy> policy();

  /** Who wants it. */
  Requester requester();

  /** How many bytes a result may have. */
  long maxBytes();

  /** How much time is left. */
  Duration timeout();

  /** Returns the one object of this type, made when first asked for. */
  <T> T shared(Class<T> type, Supplier<? extends T> create);

  /** Returns those of a handler. */
  static Surroundings of(HandlerContext context) {
    return new Surroundings() {
      @Override
      public Optional<CommandPolicy> policy() {
        return context.service(CommandPolicy.class);
      }

      @Override
      public Requester requester() {
        return context.requester();
      }

      @Override
      public long maxBytes() {
        return context.maxBytes();
      }

      @Override
      public Duration timeout() {
        return context.timeout();
      }

      @Override
      public <T> T shared(Class<T> type, Supplier<? extends T> create) {
        return context.perRun(type, create);
      }
    };
  }
}
