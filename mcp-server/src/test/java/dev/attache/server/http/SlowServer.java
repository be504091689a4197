package dev.attache.server.http;

import dev.attache.server.Noted;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A program that listens until its input ends; its properties say what is slow. */
final class SlowServer {

  private SlowServer() {}

  public static void main(String[] args) throws Exception {
    try (HttpTransport transport =
        HttpTransport.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            HttpFixture.OPEN,
            new ScriptedSessions(),
            new Noted()::note,
            HttpLimits.DEFAULT)) {
      System.out.println(transport.url());
      System.out.println(System.getProperty("sun.net.httpserver.maxReqTime"));
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    }
    System.out.println("closed");
  }
}
