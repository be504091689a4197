package dev.attache.handlers.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port on loopback that never answers who wants to connect, as nobody takes what waits there. */
final class Blackhole implements AutoCloseable {

  private final ServerSocket full;
  private final List<Socket> waiting = new ArrayList<>();

  Blackhole() throws IOException {
    full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    boolean answers = true;
    while (answers) {
      var socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(full.getLocalSocketAddress(), 100);
      } catch (SocketTimeoutException e) {
        answers = false;
      }
    }
  }

  String hostAndPort() {
    return "127.0.0.1:" + full.getLocalPort();
  }

  String url() {
    return "http://" + hostAndPort() + "/";
  }

  @Override
  public void close() throws IOException {
    full.close();
    for (Socket socket : waiting) {
      socket.close();
    }
  }
}
