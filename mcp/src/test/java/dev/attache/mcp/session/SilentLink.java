package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.mcp.wire.Message;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way to a server that takes everything, and says nothing but what a test has it say. */
final class SilentLink implements ServerLink {

  final List<Message> sent = new CopyOnWriteArrayList<>();
  private final MessageTransport transport = new Transport();
  private Runnable closed = () -> {};
  private Runnable taken = () -> {};
  private volatile MessageTransport.@Nullable Receiver receiver;
  private volatile boolean isOpen = true;

  /** Has something happen as soon as a message was taken. */
  void onTaken(Runnable happens) {
    taken = happens;
  }

  /** Has the server say something. */
  void say(Message message) {
    Objects.requireNonNull(receiver).received(message);
  }

  /** The receiver of what a server says unasked, where nobody can be asked. */
  static UnaskedMessages nobody() {
    Consumer<String> notes = note -> {};
    return new UnaskedMessages(
        new UserQuestions("silent", null, notes), new UpdateListeners("silent", notes));
  }

  /** Ends it, without a word to who waits. */
  void end() {
    isOpen = false;
  }

  @Override
  public MessageTransport open(Era era) {
    return transport;
  }

  @Override
  public void onClosed(Runnable listener) {
    closed = listener;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public McpException explain(Throwable thrown, String method) {
    return new McpException(McpException.Kind.CLOSED, method + " failed", thrown);
  }

  @Override
  public void close(boolean isHurried) {
    end();
    closed.run();
  }

  private final class Transport implements MessageTransport {

    @Override
    public void start(Receiver newReceiver) {
      receiver = newReceiver;
    }

    @Override
    public void send(Message message) {
      sent.add(message);
      taken.run();
    }

    @Override
    public void send(Message.Notification message, Runnable then) {
      send(message);
      then.run();
    }

    @Override
    public void cancel(Object id, Message.Notification notice) {
      send(notice);
    }
  }
}
