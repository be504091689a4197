package dev.attache.handlers.http.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * A name service that can be waited for: one that is silent keeps a thread of its own, and nobody
 * who is interrupted or whose time is up. Thread-safe, if the service is.
 */
final class InterruptibleDns implements Dns {

  private final Dns dns;
  private final Executor threads;

  /**
   * @param dns the service, which need not react to anything
   * @param threads where it is asked
   */
  InterruptibleDns(Dns dns, Executor threads) {
    this.dns = dns;
    this.threads = threads;
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    InterruptibleCall call = InterruptibleCall.current();
    if (call == null) {
      return dns.lookup(host); // on a thread of the client, which nobody waits for
    }
    var answer = new FutureTask<>(() -> dns.lookup(host));
    try {
      threads.execute(answer);
      return answer.get(call.nanosLeft(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(host, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LateException(host, e);
    } catch (TimeoutException | RejectedExecutionException e) { // rejected: the run is being closed
      throw new LateException(host, e);
    }
  }

  private static UnknownHostException failure(String host, @Nullable Throwable cause) {
    if (cause instanceof UnknownHostException unknown) {
      return unknown;
    } else if (cause instanceof RuntimeException failure) {
      throw failure;
    } else if (cause instanceof Error failure) {
      throw failure;
    }
    var unknown = new UnknownHostException(host);
    unknown.initCause(cause);
    return unknown;
  }

  /** The end of a wait for an answer. */
  static final class LateException extends UnknownHostException {

    private static final long serialVersionUID = 1;

    LateException(String host, Exception cause) {
      super(host);
      initCause(cause);
    }
  }
}
