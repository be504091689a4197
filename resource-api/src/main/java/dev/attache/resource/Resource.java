package dev.attache.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A canonical URI, the content behind it at one moment, and what is known about that content; it is
 * what a reference becomes.
 *
 * <p>The first four fields and {@code meta} are MCP's; any resource that an MCP server sends can be
 * expressed with them alone. The others are for display and may be absent. The JSON form is {@link
 * ResourceJson}. Immutable.
 *
 * @param uri the canonical URI, which with the digest of the content is the identity
 * @param content the raw content; digests and comparisons are always made on it
 * @param mimeType the MIME type, for instance {@code text/x-rust}; null when unknown
 * @param annotations MCP's hints; null when there are none, also for those that say nothing
 * @param name a short name for people: a relative path, a URL, a command line
 * @param title a title for people; where it is absent the name serves
 * @param description what this is, in a sentence
 * @param formatted a form of the content made for models, given to them instead of the content
 * @param meta MCP's {@code _meta}: JSON values by name, in order; copied deeply. A JSON value is
 *     null, a Boolean, a String, a finite number of the types in {@code java.lang} and {@code
 *     java.math}, or a List or a Map from String of such
 */
public record Resource(
    ResourceUri uri,
    ResourceContent content,
    @Nullable String mimeType,
    @Nullable Annotations annotations,
    @Nullable String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String formatted,
    Map<String, Object> meta) {

  /**
   * Takes annotations that say nothing as none, and a deep copy of {@code meta}.
   *
   * @param uri the canonical URI, which with the digest of the content is the identity
   * @param content the raw content
   * @param mimeType the MIME type, for instance {@code text/x-rust}; null when unknown
   * @param annotations MCP's hints; null when there are none, also for those that say nothing
   * @param name a short name for people: a relative path, a URL, a command line
   * @param title a title for people
   * @param description what this is, in a sentence
   * @param formatted a form of the content made for models, given to them instead of the content
   * @param meta MCP's {@code _meta}: JSON values by name, in order
   * @throws IllegalArgumentException if {@code meta} holds something that is not a JSON value
   */
  public Resource {
    annotations = annotations == null || annotations.isEmpty() ? null : annotations;
    meta = JsonValues.copyOf(meta);
  }

  /**
   * Starts a resource from the two fields that it cannot be without.
   *
   * @param uri in canonical form
   * @param content raw, not the form made for models
   * @return a builder in which all else is absent
   */
  public static Builder builder(ResourceUri uri, ResourceContent content) {
    return new Builder(uri, content);
  }

  /**
   * Starts a resource that begins as a copy of this one.
   *
   * @return a builder that is independent of this resource
   */
  public Builder toBuilder() {
    Builder builder = new Builder(uri, content);
    builder.mimeType = mimeType;
    builder.annotations = annotations;
    builder.name = name;
    builder.title = title;
    builder.description = description;
    builder.formatted = formatted;
    builder.meta.putAll(meta);
    return builder;
  }

  /**
   * {@return what to call it before people: the title, else the name, else the URI without its
   * secrets}
   */
  public String label() {
    if (title != null) {
      return title;
    }
    return name != null ? name : uri.redacted();
  }

  /** {@return the identity of this snapshot} */
  public ResourceKey key() {
    return new ResourceKey(uri, content.digest());
  }

  /** A resource in the making. Not thread-safe. */
  public static final class Builder {
    private final ResourceUri uri;
    private ResourceContent content;
    private @Nullable String mimeType;
    private @Nullable Annotations annotations;
    private @Nullable String name;
    private @Nullable String title;
    private @Nullable String description;
    private @Nullable String formatted;
    private final Map<String, Object> meta = new LinkedHashMap<>();

    private Builder(ResourceUri uri, ResourceContent content) {
      this.uri = uri;
      this.content = content;
    }

    /**
     * Sets another content in place of the one that the resource was started with.
     *
     * @param value raw, not the form made for models
     * @return this builder
     */
    public Builder content(ResourceContent value) {
      content = value;
      return this;
    }

    /**
     * Sets the MIME type.
     *
     * @param value null when unknown
     * @return this builder
     */
    public Builder mimeType(@Nullable String value) {
      mimeType = value;
      return this;
    }

    /**
     * Sets MCP's hints.
     *
     * @param value null for none; so are those that say nothing
     * @return this builder
     */
    public Builder annotations(@Nullable Annotations value) {
      annotations = value;
      return this;
    }

    /**
     * Sets the short name for people.
     *
     * @param value a relative path, a URL or a command line; null when there is none
     * @return this builder
     */
    public Builder name(@Nullable String value) {
      name = value;
      return this;
    }

    /**
     * Sets the title for people.
     *
     * @param value null where the name serves
     * @return this builder
     */
    public Builder title(@Nullable String value) {
      title = value;
      return this;
    }

    /**
     * Sets what this is, in a sentence.
     *
     * @param value null when there is none
     * @return this builder
     */
    public Builder description(@Nullable String value) {
      description = value;
      return this;
    }

    /**
     * Sets the form made for models.
     *
     * @param value what models are given instead of the content; null where they are given the
     *     content
     * @return this builder
     */
    public Builder formatted(@Nullable String value) {
      formatted = value;
      return this;
    }

    /**
     * Adds an entry of {@code _meta}; keys of our own begin with {@code dev.attache/}.
     *
     * @param key replaces what was there under it
     * @param value a JSON value: Boolean, number, String, List or Map
     * @return this builder
     */
    public Builder meta(String key, Object value) {
      meta.put(key, value);
      return this;
    }

    /**
     * {@return the resource}
     *
     * @throws IllegalArgumentException if a value of {@code meta} is not a JSON value
     */
    public Resource build() {
      return new Resource(
          uri, content, mimeType, annotations, name, title, description, formatted, meta);
    }
  }
}
