package dev.attache.mcp.session;

import dev.attache.mcp.Elicitation.Reply;
import dev.attache.mcp.wire.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The place where questions of a server of the legacy era wait until the user has answered them,
 * one after the other and on a thread of their own: the server's other messages are taken
 * meanwhile. Thread-safe.
 */
final class QuestionDesk {

  private static final int MOST_WAITING = 20;

  private final UserQuestions questions;
  private final Map<Object, Waiting> open = new LinkedHashMap<>();
  private @Nullable ThreadPoolExecutor thread;

  QuestionDesk(UserQuestions questions) {
    this.questions = questions;
  }

  /**
   * Has the user asked, and says what the user answers.
   *
   * @param reply takes the answer, at once if nobody can be asked
   */
  void ask(Message.Request question, Consumer<Message.Answer> reply) {
    var waiting = new Waiting(question, reply);
    if (!questions.canAsk() || !isTaken(waiting)) {
      waiting.say(UserQuestions.result(Reply.decline()));
    }
  }

  private synchronized boolean isTaken(Waiting waiting) {
    if (open.containsKey(waiting.question.id())) {
      return false; // by the protocol, an id is used once
    }
    if (thread == null) {
      thread = newThread();
    }
    open.put(waiting.question.id(), waiting);
    questions.opened();
    try {
      thread.execute(waiting);
      return true;
    } catch (RejectedExecutionException e) { // more than a person would answer
      close(waiting);
      return false;
    }
  }

  private static ThreadPoolExecutor newThread() {
    var made =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            run -> {
              var asking = new Thread(run, "mcp question");
              asking.setDaemon(true);
              return asking;
            });
    made.allowCoreThreadTimeOut(true);
    return made;
  }

  private synchronized void close(Waiting waiting) {
    if (open.remove(waiting.question.id(), waiting)) {
      questions.closed();
    }
  }

  /** Takes back a question that the server does not want answered any more. */
  void withdraw(Object id) {
    Waiting waiting;
    synchronized (this) {
      waiting = open.get(id);
    }
    if (waiting != null) {
      waiting.withdraw();
    }
  }

  /** Takes back all questions, for nobody waits for their answers. */
  void withdrawAll() {
    List<Waiting> all;
    synchronized (this) {
      all = List.copyOf(open.values());
    }
    all.forEach(Waiting::withdraw);
  }

  /** One question. */
  private final class Waiting implements Runnable {
    private final Message.Request question;
    private final Consumer<Message.Answer> reply;
    private @Nullable Thread asking;
    private boolean isWithdrawn;

    Waiting(Message.Request question, Consumer<Message.Answer> reply) {
      this.question = question;
      this.reply = reply;
    }

    @Override
    public void run() {
      Map<String, Object> result = UserQuestions.result(Reply.cancel());
      try {
        if (begins()) {
          result = questions.ask(question.params());
        }
      } catch (InterruptedException e) {
        // it was taken back, and is cancelled
      } finally {
        ends();
        close(this);
        say(result);
      }
    }

    private synchronized boolean begins() {
      asking = Thread.currentThread();
      return !isWithdrawn;
    }

    private synchronized void ends() {
      asking = null;
      boolean unused = Thread.interrupted(); // which was meant for this question
    }

    synchronized void withdraw() {
      isWithdrawn = true;
      if (asking != null) {
        asking.interrupt();
      }
    }

    private void say(Map<String, Object> result) {
      reply.accept(Message.Answer.result(question.id(), result));
    }
  }
}
