package dev.attache.model.call;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to a provider: its address, the key, and how long to wait. Immutable; thread-safe if its
 * key and its listener are.
 *
 * <p>No text of it shows a key or the value of a header, as either may be secret.
 */
public final class ModelSettings {

  private static final ModelSettings STANDARD = new ModelSettings(new Builder());

  private final @Nullable URI baseUrl;
  private final Key key;
  private final Map<String, String> headers;
  private final Duration connectTimeout;
  private final Duration firstByteTimeout;
  private final Duration idleTimeout;
  private final Duration answerTimeout;
  private final int tries;
  private final Duration firstPause;
  private final Duration longestPause;
  private final int maxConcurrent;
  private final boolean isPrivateHostAllowed;
  private final Map<String, String> environment;
  private final RetryListener retryListener;

  private ModelSettings(Builder builder) {
    this.baseUrl = builder.baseUrl;
    this.key = builder.key;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
    this.connectTimeout = builder.connectTimeout;
    this.firstByteTimeout = builder.firstByteTimeout;
    this.idleTimeout = builder.idleTimeout;
    this.answerTimeout = builder.answerTimeout;
    this.tries = builder.tries;
    this.firstPause = builder.firstPause;
    this.longestPause = builder.longestPause;
    this.maxConcurrent = builder.maxConcurrent;
    this.isPrivateHostAllowed = builder.isPrivateHostAllowed;
    this.environment = Collections.unmodifiableMap(new LinkedHashMap<>(builder.environment));
    this.retryListener = builder.retryListener;
  }

  /** A source of the key, asked for each call. */
  @FunctionalInterface
  public interface Key {

    /**
     * {@return the key; null if there is none, which some providers do without}
     *
     * @throws ModelException AUTH, if it cannot be had, saying what to do
     */
    @Nullable String get() throws ModelException;
  }

  /** What is told that a request goes out again. */
  @FunctionalInterface
  public interface RetryListener {

    /**
     * Takes the news, on the thread that waits.
     *
     * @param tried how often it was tried, from 1 on
     * @param pause how long it waits until the next try
     * @param reason why that try failed
     */
    void retrying(int tried, Duration pause, ModelException reason);
  }

  /** {@return settings in which all is as the provider has it, without a key} */
  public static ModelSettings standard() {
    return STANDARD;
  }

  /** {@return a builder of settings in which all is as the provider has it, without a key} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a builder that has all of these} */
  public Builder toBuilder() {
    Builder builder =
        builder()
            .baseUrl(baseUrl)
            .key(key)
            .connectTimeout(connectTimeout)
            .firstByteTimeout(firstByteTimeout)
            .idleTimeout(idleTimeout)
            .answerTimeout(answerTimeout)
            .tries(tries)
            .firstPause(firstPause)
            .longestPause(longestPause)
            .maxConcurrent(maxConcurrent)
            .privateHostAllowed(isPrivateHostAllowed)
            .environment(environment)
            .retryListener(retryListener);
    headers.forEach(builder::header);
    return builder;
  }

  /** {@return where the provider is; null for its own address} */
  public @Nullable URI baseUrl() {
    return baseUrl;
  }

  /** {@return where the key is from; there is none unless set} */
  public Key key() {
    return key;
  }

  /** {@return what is sent with each request beyond the usual} */
  public Map<String, String> headers() {
    return headers;
  }

  /** {@return how long connecting may take; 10 s unless set} */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /**
   * {@return how long the first byte of the answer may take, and its headers; 10 min unless set}
   */
  public Duration firstByteTimeout() {
    return firstByteTimeout;
  }

  /**
   * {@return how long an answer that has begun may stall, which is how long its next event may
   * take, or a fair part of it; 5 min unless set}
   */
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /** {@return how long an answer may take from the request to its end; 2 h unless set} */
  public Duration answerTimeout() {
    return answerTimeout;
  }

  /** {@return how often a request goes out at most; 4 unless set} */
  public int tries() {
    return tries;
  }

  /**
   * {@return how long to wait before the second try, where the provider does not say; then ever
   * longer}
   */
  public Duration firstPause() {
    return firstPause;
  }

  /** {@return the longest pause that is waited for; who asks for more is not asked again} */
  public Duration longestPause() {
    return longestPause;
  }

  /** {@return how many requests may be out at once; {@code Integer.MAX_VALUE} unless set} */
  public int maxConcurrent() {
    return maxConcurrent;
  }

  /** {@return whether the host of the base URL may be this computer or one of a private network} */
  public boolean isPrivateHostAllowed() {
    return isPrivateHostAllowed;
  }

  /** {@return the variables that name proxies; those of this process unless set} */
  public Map<String, String> environment() {
    return environment;
  }

  /** {@return what is told that a request goes out again; nothing unless set} */
  public RetryListener retryListener() {
    return retryListener;
  }

  /** Says where it leads, and which headers there are, but no value and no key. */
  @Override
  public String toString() {
    String host = baseUrl == null ? "the provider's own address" : String.valueOf(host(baseUrl));
    return "ModelSettings[" + host + ", headers=" + headers.keySet() + "]";
  }

  private static @Nullable String host(URI url) {
    return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
  }

  /** A builder of settings. */
  public static final class Builder {

    private @Nullable URI baseUrl;
    private Key key = () -> null;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration firstByteTimeout = Duration.ofMinutes(10);
    private Duration idleTimeout = Duration.ofMinutes(5);
    private Duration answerTimeout = Duration.ofHours(2);
    private int tries = 4;
    private Duration firstPause = Duration.ofSeconds(1);
    private Duration longestPause = Duration.ofMinutes(1);
    private int maxConcurrent = Integer.MAX_VALUE;
    private boolean isPrivateHostAllowed;
    private Map<String, String> environment = System.getenv();
    private RetryListener retryListener = (tried, pause, reason) -> {};

    private Builder() {}

    /**
     * Sets where the provider is.
     *
     * @param value an {@code http} or {@code https} URL; null for the provider's own address
     * @return this builder
     */
    public Builder baseUrl(@Nullable URI value) {
      baseUrl = value;
      return this;
    }

    /**
     * Sets where the key is from.
     *
     * @param value asked for each call, by the thread that prepares it
     * @return this builder
     */
    public Builder key(Key value) {
      key = value;
      return this;
    }

    /**
     * Adds a header to each request, in place of one of that name.
     *
     * @param name in any case, which is kept
     * @param value what may be secret, and is shown nowhere
     * @return this builder
     */
    public Builder header(String name, String value) {
      headers.put(name, value);
      return this;
    }

    /**
     * Sets how long connecting may take.
     *
     * @param value more than zero
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder connectTimeout(Duration value) {
      connectTimeout = positive("connect timeout", value);
      return this;
    }

    /**
     * Sets how long the headers of the answer may take, and then its first byte.
     *
     * @param value more than zero
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder firstByteTimeout(Duration value) {
      firstByteTimeout = positive("first byte timeout", value);
      return this;
    }

    /**
     * Sets how long an answer that has begun may stall.
     *
     * @param value more than zero
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder idleTimeout(Duration value) {
      idleTimeout = positive("idle timeout", value);
      return this;
    }

    /**
     * Sets how long an answer may take from the request to its end, however steadily it comes.
     *
     * @param value more than zero; each try has as long
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder answerTimeout(Duration value) {
      answerTimeout = positive("answer timeout", value);
      return this;
    }

    /**
     * Sets how often a request goes out at most.
     *
     * @param value at least 1, which is a single try
     * @return this builder
     * @throws IllegalArgumentException if it is less than that
     */
    public Builder tries(int value) {
      if (value < 1) {
        throw new IllegalArgumentException("tries (" + value + ") must be at least 1");
      }
      tries = value;
      return this;
    }

    /**
     * Sets how long to wait before the second try, where the provider does not say.
     *
     * @param value more than zero; the pauses after it grow from there
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder firstPause(Duration value) {
      firstPause = positive("first pause", value);
      return this;
    }

    /**
     * Sets the longest pause that is waited for; who asks for more is not asked again.
     *
     * @param value more than zero
     * @return this builder
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Builder longestPause(Duration value) {
      longestPause = positive("longest pause", value);
      return this;
    }

    /**
     * Sets how many requests may be out at once; those beyond wait in order, without a time limit.
     *
     * @param value at least 1; it counts the requests of the settings that are built, wherever they
     *     are used, so keep them, as those built again have a count of their own
     * @return this builder
     * @throws IllegalArgumentException if it is less than that
     */
    public Builder maxConcurrent(int value) {
      if (value < 1) {
        throw new IllegalArgumentException("max concurrent (" + value + ") must be at least 1");
      }
      maxConcurrent = value;
      return this;
    }

    /**
     * Sets whether the host of the base URL may be this computer or one of a private network.
     *
     * @param value true where the user has said so; a key then goes there without TLS too
     * @return this builder
     */
    public Builder privateHostAllowed(boolean value) {
      isPrivateHostAllowed = value;
      return this;
    }

    /**
     * Sets the variables that name proxies, in place of those of this process.
     *
     * @param value variables such as {@code HTTPS_PROXY} and {@code NO_PROXY}; empty for no proxy
     * @return this builder
     */
    public Builder environment(Map<String, String> value) {
      environment = value;
      return this;
    }

    /**
     * Sets what is told that a request goes out again.
     *
     * @param value called on the thread that waits
     * @return this builder
     */
    public Builder retryListener(RetryListener value) {
      retryListener = value;
      return this;
    }

    /** {@return the settings, which later changes of this builder do not reach} */
    public ModelSettings build() {
      return new ModelSettings(this);
    }

    private static Duration positive(String name, Duration value) {
      if (value.isZero() || value.isNegative()) {
        throw new IllegalArgumentException(name + " (" + value + ") must be positive");
      }
      return value;
    }
  }
}
