package dev.attache.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.attache.agent.AskedModel;
import dev.attache.core.outcome.Snapshot;
import dev.attache.facade.Attache;
import dev.attache.facade.Turn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A server that answers questions about uploads: PUT /ID/FILE?QUESTION, then GET /ID?QUESTION. */
final class UploadServer {
  static HttpServer start(Attache attache, AskedModel model, int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> serve(exchange, attache, model));
    server.start();
    return server;
  }

  private static void serve(HttpExchange exchange, Attache attache, AskedModel model) {
    try (exchange) {
      byte[] answer = answer(exchange, attache, model).getBytes(UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (IOException | RuntimeException e) {
      System.err.println(exchange.getRequestURI() + ": " + e.getMessage());
    }
  }

  private static String answer(HttpExchange exchange, Attache attache, AskedModel model)
      throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/", -1);
    Turn turn = attache.conversation(path[1]).turn(exchange.getRequestURI().getQuery());
    if (path.length > 2) {
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      turn.attach(Snapshot.of(exchange.getRequestBody(), path[2], type));
    }
    return turn.ask(model).text() + "\n";
  }
}
