package dev.attache.models.http;

import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.net.PublicNetwork;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * A place of a provider that one request goes to: what it is called, its URL, and the headers. Not
 * thread-safe; made for each request.
 *
 * <p>A host that is not public has to be allowed by the settings, and is then the only one; that of
 * the provider itself is always. A key goes over TLS only, unless the host was allowed so. No text
 * of it shows the key or another header of the user that may be secret.
 */
public final class ModelEndpoint {

  private static final String USER_AGENT = "attache/0.1";

  /** What a header is called whose value is secret whatever it looks like. */
  private static final Pattern HEADER_OF_SECRETS =
      Pattern.compile(
          "(?i)auth|cookie|cred|api[-_]?key|(?:^|[-_])key|pass|secret|session|sig|token");

  /** A value in plain words, such as the name of a provider, which errors may have as well. */
  private static final Pattern WORDS = Pattern.compile("[a-z]{1,16}(?:-[a-z]{1,16}){0,3}");

  private final String provider;
  private final ModelSettings settings;
  private final HttpUrl.Builder url;
  private final boolean isHttps;
  private final String host;
  private final String opened;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<String> secrets = new ArrayList<>();

  private ModelEndpoint(
      String provider, ModelSettings settings, HttpUrl base, String opened, String host) {
    this.provider = provider;
    this.settings = settings;
    this.url = base.newBuilder();
    this.isHttps = base.isHttps();
    this.opened = opened;
    this.host = host;
    headers.put("User-Agent", USER_AGENT);
    headers.put("Accept-Encoding", "identity"); // a compressed stream comes late, and may be a bomb
  }

  /**
   * {@return the place of a provider}
   *
   * @param provider its name, as messages have it
   * @param standardUrl where it is unless the settings say otherwise; null if only they know
   * @param settings their base URL goes before the standard one, and their headers before those
   *     added here
   * @throws ModelException ADDRESS, if the base URL of the settings is none, or not allowed
   */
  public static ModelEndpoint of(
      String provider, @Nullable String standardUrl, ModelSettings settings) throws ModelException {
    URI named = settings.baseUrl();
    String url = named == null ? standardUrl : named.toString();
    if (url == null) {
      throw bad(provider, "no base URL is configured");
    }
    HttpUrl base = HttpUrl.parse(url);
    if (base == null) {
      String shown = Redaction.redact(url);
      throw bad(provider, "base URL (" + shown + ") must be an http or https URL");
    }
    String host = base.host().contains(":") ? "[" + base.host() + "]" : base.host();
    String hostAndPort = host + ":" + base.port();
    boolean isOpened = named == null || settings.isPrivateHostAllowed();
    var endpoint =
        new ModelEndpoint(provider, settings, base, isOpened ? hostAndPort : "", hostAndPort);
    Optional<String> refusal = endpoint.network(List.of()).refusalOf(base.host(), base.port());
    if (refusal.isPresent()) {
      throw bad(provider, hostAndPort + " is not on the public internet: " + refusal.get());
    }
    return endpoint;
  }

  /**
   * Adds a path to that of the base URL; what does not belong into one is encoded.
   *
   * @param path one segment or several with slashes between them, without one at its beginning
   * @return this endpoint
   */
  public ModelEndpoint path(String path) {
    url.addPathSegments(path);
    return this;
  }

  /**
   * Adds a parameter.
   *
   * @param name not encoded yet, as is the value
   * @param value what it is set to; another of that name stays
   * @return this endpoint
   */
  public ModelEndpoint query(String name, String value) {
    url.addQueryParameter(name, value);
    return this;
  }

  /**
   * Adds a header that is not secret.
   *
   * @param name what the settings may set to something else
   * @param value printable ASCII
   * @return this endpoint
   */
  public ModelEndpoint header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /**
   * Adds the key.
   *
   * @param name the header
   * @param before what stands before it
   * @param isRequired whether nothing is answered without one
   * @return this endpoint
   * @throws ModelException AUTH, if it is not there or cannot be one; ADDRESS, if anybody could
   *     read it on its way
   */
  public ModelEndpoint key(String name, String before, boolean isRequired) throws ModelException {
    String key = settings.key().get();
    String plain = key == null ? "" : key.strip();
    if (plain.isEmpty()) {
      if (isRequired && !hasOwn(name)) {
        throw ModelException.of(Kind.AUTH, provider + ": no API key is configured");
      }
      return this;
    } else if (!isPrintable(plain)) {
      String message = provider + ": the API key has characters that no key has";
      throw ModelException.of(Kind.AUTH, message);
    } else if (!isHttps && opened.isEmpty()) {
      throw bad(provider, "the base URL must begin with https://, as a key goes there");
    }
    secrets.add(plain);
    headers.put(name, before + plain);
    return this;
  }

  /**
   * Prepares a call.
   *
   * @param body written once to be counted, and again for each try
   * @param isStreamed whether the answer is asked for in pieces, and read so
   * @param readers makes a reader of the answer for each try
   * @return the call, which its first event sends
   * @throws ModelException ADDRESS, if a header of the settings or a proxy of the environment
   *     cannot be one
   */
  public ModelCall call(RequestBody body, boolean isStreamed, Supplier<AnswerReader> readers)
      throws ModelException {
    headers.put("Accept", isStreamed ? "text/event-stream, */*;q=0.5" : "application/json");
    return new HttpModelCall(exchange(new StreamedBody(body)), isStreamed, readers);
  }

  /**
   * Sends a body, and returns the object that is answered.
   *
   * @param body written once to be counted, and again for each try
   * @return the object; empty if another value was answered
   * @throws ModelException as for {@link #call}, and if all tries failed or what was answered is no
   *     JSON
   */
  public Map<String, Object> post(RequestBody body) throws ModelException {
    return object(exchange(new StreamedBody(body)));
  }

  /**
   * {@return the object that is there}
   *
   * @throws ModelException as for {@link #call}, and if all tries failed or what was answered is no
   *     JSON
   */
  public Map<String, Object> get() throws ModelException {
    return object(exchange(null));
  }

  private static Map<String, Object> object(ModelExchange exchange) throws ModelException {
    return new RetryRules(exchange).within(() -> WireJson.object(exchange.sendForAll()));
  }

  private ModelExchange exchange(@Nullable StreamedBody body) throws ModelException {
    for (Map.Entry<String, String> each : settings.headers().entrySet()) {
      if (!isToken(each.getKey()) || !isPrintable(each.getValue().replace(' ', '_'))) {
        throw bad(provider, "header " + each.getKey() + " has a character that none can have");
      }
      if (HEADER_OF_SECRETS.matcher(each.getKey()).find()
          || !WORDS.matcher(each.getValue()).matches()) {
        secrets.add(each.getValue());
      }
      headers.keySet().removeIf(each.getKey()::equalsIgnoreCase);
      headers.put(each.getKey(), each.getValue());
    }
    var request =
        new Request.Builder()
            .url(url.build())
            .headers(Headers.of(headers))
            .method(body == null ? "GET" : "POST", body)
            .build();
    ProxyVariables.Choice proxy = proxy(request.url());
    String proxyPlace = proxy == null ? null : proxy.toString();
    OkHttpClient client =
        ModelClients.client(
            isHttps,
            opened,
            network(proxyPlace == null ? List.of() : List.of(proxyPlace)),
            proxy,
            settings);
    var shown = new ShownText(secrets);
    var trouble = new ConnectionTrouble(host, proxyPlace, shown);
    return new ModelExchange(provider, client, request, body, settings, shown, trouble);
  }

  private ProxyVariables.@Nullable Choice proxy(HttpUrl target) throws ModelException {
    try {
      return new ProxyVariables(settings.environment()).of(target);
    } catch (IllegalArgumentException e) {
      throw ModelException.of(Kind.ADDRESS, provider + ": " + e.getMessage(), e);
    }
  }

  private PublicNetwork network(List<String> more) throws ModelException {
    var entries = new ArrayList<>(more);
    if (!opened.isEmpty()) {
      entries.add(opened);
    }
    try {
      return PublicNetwork.allowing(entries);
    } catch (IllegalArgumentException e) {
      throw ModelException.of(Kind.ADDRESS, provider + ": " + e.getMessage(), e);
    }
  }

  private boolean hasOwn(String header) {
    return settings.headers().keySet().stream().anyMatch(header::equalsIgnoreCase);
  }

  private static boolean isPrintable(String value) {
    return value.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isToken(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> c > ' ' && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
  }

  private static ModelException bad(String provider, String message) {
    return ModelException.of(Kind.ADDRESS, provider + ": " + message);
  }

  /** Says where it is, without a header. */
  @Override
  public String toString() {
    return provider + " at " + host;
  }
}
