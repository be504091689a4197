package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A wire as it is, and what was done with it. */
public final class RecordedLink implements ServerLink {

  public final List<Era> eras = new CopyOnWriteArrayList<>();
  public final CountDownLatch closed = new CountDownLatch(1);
  private final ServerLink wire;

  public RecordedLink(ServerLink wire) {
    this.wire = wire;
  }

  @Override
  public MessageTransport open(Era era) throws McpException {
    eras.add(era);
    return wire.open(era);
  }

  @Override
  public void onClosed(Runnable listener) {
    wire.onClosed(listener);
  }

  @Override
  public boolean isOpen() {
    return wire.isOpen();
  }

  @Override
  public McpException explain(Throwable thrown, String method) {
    return wire.explain(thrown, method);
  }

  @Override
  public void close(boolean isHurried) {
    wire.close(isHurried);
    closed.countDown();
  }
}
