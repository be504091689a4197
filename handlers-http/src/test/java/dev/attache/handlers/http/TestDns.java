package dev.attache.handlers.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Dns;

/** A name service that answers what a test tells it, and knows no other name. */
public final class TestDns implements Dns {

  private final Map<String, List<List<InetAddress>>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger lookups = new AtomicInteger();

  /** Adds an answer: the first is given first, and the last from then on. */
  public TestDns answer(String host, String... literals) {
    try {
      var addresses = new ArrayList<InetAddress>();
      for (String literal : literals) {
        byte[] bytes = InetAddress.getAllByName(literal)[0].getAddress();
        addresses.add(InetAddress.getByAddress(host, bytes));
      }
      answers.computeIfAbsent(host, h -> new ArrayList<>()).add(addresses);
      return this;
    } catch (UnknownHostException e) {
      throw new AssertionError(e); // literals are not looked up
    }
  }

  /** How often it was asked. */
  public int lookups() {
    return lookups.get();
  }

  @Override
  public synchronized List<InetAddress> lookup(String host) throws UnknownHostException {
    lookups.incrementAndGet();
    List<List<InetAddress>> known = answers.get(host);
    if (known == null) {
      throw new UnknownHostException(host + ": Name or service not known");
    }
    return known.size() == 1 ? known.get(0) : known.remove(0);
  }
}
