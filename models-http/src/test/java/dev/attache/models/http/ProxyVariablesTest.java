package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyVariablesTest {

  @ParameterizedTest
  @CsvSource({
    "https_proxy, https://api.example/, true",
    "HTTPS_PROXY, https://api.example/, true",
    "http_proxy, https://api.example/, false",
    "http_proxy, http://api.example/, true",
    "HTTP_PROXY, http://api.example/, false",
    "all_proxy, https://api.example/, true",
    "ALL_PROXY, http://api.example/, true",
    "https_proxy, https://localhost/, false",
    "all_proxy, http://127.0.0.1:11434/, false",
    "all_proxy, 'http://[::1]:11434/', false",
  })
  void nameAProxyForAScheme(String name, String url, boolean isNamed) {
    var variables = new ProxyVariables(Map.of(name, "http://proxy.example:3128"));
    ProxyVariables.Choice choice = variables.of(HttpUrl.get(url));
    assertThat(choice == null ? null : choice.toString())
        .isEqualTo(isNamed ? "proxy.example:3128" : null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "example",
        ".example",
        "*.example",
        "other, api.example",
        "API.EXAMPLE",
        "api.example:443",
        "a b,api.example"
      })
  void nameHostsThatNeedNone(String exempt) {
    var variables = new ProxyVariables(Map.of("https_proxy", "proxy.example", "NO_PROXY", exempt));
    assertThat(variables.of(HttpUrl.get("https://api.example/"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pi.example", "xample", "api.example:80", "api.example.org"})
  void nameNoOtherHosts(String exempt) {
    var variables = new ProxyVariables(Map.of("https_proxy", "proxy.example", "no_proxy", exempt));
    assertThat(variables.of(HttpUrl.get("https://api.example/"))).hasToString("proxy.example:80");
  }

  @Test
  void keepAPasswordToThemselves() {
    var variables = new ProxyVariables(Map.of("all_proxy", "http://user:pa%24s@proxy.example"));
    ProxyVariables.Choice choice = variables.of(HttpUrl.get("https://api.example/"));
    assertThat(choice).hasToString("proxy.example:80");
    assertThat(choice == null ? null : choice.credentials()).isEqualTo("Basic dXNlcjpwYSRz");
  }

  @Test
  void mustNameAProxyOfHttp() {
    var variables = new ProxyVariables(Map.of("all_proxy", "socks5://user:secret@proxy.example"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> variables.of(HttpUrl.get("https://api.example/")))
        .withMessage("the proxy of the environment must be an http:// URL");
  }
}
