package dev.attache.handlers.http.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.WebFetch;
import dev.attache.handlers.http.WebServer;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where the application lets a fetch go. */
@Tag("network")
class AllowedWayTest {

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();
  @AutoClose private final WebServer other = new WebServer();

  private final List<String> asked = new CopyOnWriteArrayList<>();

  /** Allows one server, and writes down what it was asked. */
  private final UriPolicy onlyTheServer =
      (uri, requester) -> {
        asked.add(requester + " " + uri.value());
        return isOf(server, uri) ? null : "is none of ours";
      };

  private static boolean isOf(WebServer server, ResourceUri uri) {
    return uri.value().startsWith(server.url("/"));
  }

  @BeforeEach
  void allowBothServers() {
    web.allow("127.0.0.1").withPolicy(onlyTheServer, Requester.MODEL);
    other.serve("/x", "of the other");
  }

  @Test
  void sendsNothingToWhereARedirectMayNotLead() throws Exception {
    String url = server.redirect("/r", other.url("/x?token=hunter2"));
    for (int times = 1; times <= 2; times++) { // the second time with what the cache knows
      assertThat(web.failure(url))
          .isEqualTo(
              "DENIED "
                  + url
                  + ": redirects to "
                  + other.url("/x?token=REDACTED")
                  + ", which is none of ours");
    }
    assertThat(server.requests()).isPositive();
    assertThat(other.requests()).isZero();
  }

  @Test
  void sendsNothingToWhereItMayNotBegin() throws Exception {
    String url = other.url("/x");
    assertThat(web.failure(url)).isEqualTo("DENIED " + url + ": is none of ours");
    assertThat(other.requests()).isZero();
  }

  @Test
  void asksAboutEveryHopForWhoHasAsked() throws Exception {
    server.redirect("/1", "/2?a b");
    server.redirect("/2", other.url("/x"));
    web.failure(server.url("/1#part"));
    assertThat(asked)
        .containsExactly(
            "MODEL " + server.url("/1"),
            "MODEL " + server.url("/2?a%20b"),
            "MODEL " + other.url("/x"));
  }

  @Test
  void refusesBeforeAnAddressIsLookedUp() throws Exception {
    String url = server.redirect("/", "http://there.is.no.such.host.example/");
    assertThat(web.failure(url))
        .isEqualTo(
            "DENIED "
                + url
                + ": redirects to http://there.is.no.such.host.example/, which is none of ours");
  }

  @Test
  void refusesWhatTheCacheHas() throws Exception {
    String url = server.redirect("/r", other.url("/x"));
    web.withPolicy(null, Requester.USER);
    assertThat(web.text(url)).isEqualTo("of the other");
    int requests = other.requests();
    web.endRun();
    web.with("offline", true).withPolicy(onlyTheServer, Requester.MODEL);
    assertThat(web.failure(url)).startsWith("DENIED ").endsWith("which is none of ours");
    assertThat(other.requests()).isEqualTo(requests);
  }

  @Test
  void goesWhereverNobodyForbidsIt() throws Exception {
    String url = server.redirect("/r", other.url("/x"));
    web.withPolicy(null, Requester.MODEL);
    assertThat(web.text(url)).isEqualTo("of the other");
  }
}
