package dev.attache.mcp.http;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A client that is there already, in the one shape in which the SDK takes a client. */
final class LegacyHttpClientBuilder implements HttpClient.Builder {

  private final HttpClient client;

  LegacyHttpClientBuilder(HttpClient client) {
    this.client = client;
  }

  @Override
  public HttpClient build() {
    return client;
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler cookieHandler) {
    return this;
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration duration) {
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext sslContext) {
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters sslParameters) {
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(Redirect policy) {
    return this;
  }

  @Override
  public HttpClient.Builder version(Version version) {
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector proxySelector) {
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    return this;
  }
}
