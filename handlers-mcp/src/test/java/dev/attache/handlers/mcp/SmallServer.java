package dev.attache.handlers.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of two resources, which speaks on its standard streams. */
final class SmallServer {

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");

  private SmallServer() {}

  public static void main(String[] args) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    var out = new PrintStream(System.out, true, UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher id = ID.matcher(line);
      if (id.find()) {
        out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + "," + answer(line) + "}");
      }
    }
  }

  private static String answer(String request) {
    if (request.contains("\"initialize\"")) {
      return "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"resources\":{}},"
          + "\"serverInfo\":{\"name\":\"small\",\"version\":\"1\"}}";
    }
    if (request.contains("\"resources/list\"")) {
      return "\"result\":{\"resources\":["
          + "{\"uri\":\"demo://{ü}|\",\"name\":\"Grüße\",\"annotations\":{\"priority\":1}},"
          + "{\"uri\":\"demo://2\",\"name\":\"two\",\"size\":3}]}";
    }
    if (request.contains("\"demo://{ü}|\"")) {
      return "\"result\":{\"contents\":[{\"uri\":\"demo://{ü}|\",\"text\":\"Grüße\"}]}";
    }
    if (request.contains("\"resources/read\"")) {
      return "\"error\":{\"code\":-32602,\"message\":\"Resource demo://2 not found\"}";
    }
    return "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
  }
}
