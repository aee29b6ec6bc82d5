package io.tollgate.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.tollgate.Health;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way to Redis: a session that is opened in the background, and again whenever it is lost. */
final class RedisLink implements AutoCloseable {

  /*
   *              opened                    lost, hung, or no longer the master
   *   opening ───────────▶ open ─────────────────────────────────────────────▶ opening
   *      │  ▲
   *      └──┘ failed: again after a pause, which grows to a second
   *
   * While no session is open, every call fails at once, and the limiter's failure mode decides.
   *
   * A session that has not answered anything for a second is not used any more: a server that hangs
   * may have been replaced, which Sentinels tell when a new one is opened. It is closed when all its
   * answers have come, however late, since leases in them are given back.
   */

  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  private static final Duration GREETING = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int SILENT_LOOKS = 2;
  private static final int LOOKS_BETWEEN_UPKEEPS = 2;
  private static final Duration LATE_ANSWERS = Duration.ofMinutes(1);

  private final Connector connector;
  private final String address;
  private final Function<Session, CompletionStage<?>> greeting;
  private final Function<Session, CompletionStage<?>> upkeep;

  /** One thread, to which the fields belong that are not volatile. */
  private final ScheduledExecutorService timer;

  private volatile @Nullable Session open;
  private volatile boolean closed;

  private long pauseMillis = Connector.SHORTEST_PAUSE.toMillis();
  private String warned = "";
  private long answeredBefore;
  private int silentLooks;
  private int looks;

  /** Sessions that are not used any more, and when they are closed at the latest. */
  private final Map<Session, Long> retired = new HashMap<>();

  /**
   * Makes a link that is not opened yet.
   *
   * @param greeting what a session has to do before it is used
   * @param upkeep what an open session does every second
   */
  RedisLink(
      Connector connector,
      String address,
      Function<Session, CompletionStage<?>> greeting,
      Function<Session, CompletionStage<?>> upkeep) {
    this.connector = connector;
    this.address = address;
    this.greeting = greeting;
    this.upkeep = upkeep;
    this.timer = connector.resources().eventExecutorGroup().next();
  }

  /**
   * Begins to open a session, and goes on trying until it is open.
   *
   * @return how the first attempt ends
   */
  CompletionStage<Session> start() {
    var first = new CompletableFuture<Session>();
    attempt()
        .whenComplete(
            (session, failure) ->
                onTimer(
                    Duration.ZERO,
                    () -> {
                      attempted(session, failure);
                      if (failure == null) {
                        first.complete(session);
                      } else {
                        first.completeExceptionally(failure);
                      }
                    }));
    onTimer(LOOK_EVERY, this::look);
    return first;
  }

  /** Returns the open session, if there is one. */
  @Nullable Session session() {
    return open;
  }

  /** Tells whether a session is open. */
  Health health() {
    return open == null
        ? Health.down("there is no connection to Redis at " + address)
        : Health.up();
  }

  /** Runs a script; fails at once while no session is open. */
  CompletionStage<byte[]> run(Request request) {
    var session = open;
    if (session == null) {
      return CompletableFuture.failedFuture(new NotConnected(address));
    }
    return session.run(request);
  }

  private CompletionStage<Session> attempt() {
    return connector
        .open()
        .thenCompose(
            session ->
                greeting
                    .apply(session)
                    .toCompletableFuture()
                    .thenApply(greeted -> session)
                    .orTimeout(GREETING.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete(
                        (greeted, failure) -> {
                          if (failure != null) {
                            session.close();
                          }
                        }));
  }

  private void attempted(@Nullable Session session, @Nullable Throwable failure) {
    if (session == null) {
      warn("cannot be used, tried again until it can: " + text(failure));
      onTimer(Duration.ofMillis(pauseMillis), this::reopen);
      pauseMillis = Math.min(2 * pauseMillis, Connector.LONGEST_PAUSE.toMillis());
    } else if (closed) {
      session.close();
    } else {
      if (!warned.isEmpty()) {
        LOG.info("Redis at {} is in use", address);
      }
      warned = "";
      pauseMillis = Connector.SHORTEST_PAUSE.toMillis();
      silentLooks = 0;
      answeredBefore = 0;
      open = session;
      if (!connector.isReplacing()) {
        session.whenReadOnly(() -> lost(session));
        session.connection().addListener(new Watch(session));
        if (!session.connection().isOpen()) {
          lost(session); // before anybody listened
        }
      }
    }
  }

  /** Says what is wrong, once. */
  private void warn(String what) {
    if (!warned.equals(what)) {
      LOG.warn("Redis at {} {}", address, what);
      warned = what;
    }
  }

  private void reopen() {
    if (!closed) {
      attempt()
          .whenComplete(
              (session, failure) -> onTimer(Duration.ZERO, () -> attempted(session, failure)));
    }
  }

  /** Hears when the connection of a session ends. */
  private final class Watch implements RedisConnectionStateListener {
    private final Session session;

    Watch(Session session) {
      this.session = session;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
      lost(session);
    }
  }

  private void lost(Session session) {
    onTimer(
        Duration.ZERO,
        () -> {
          if (leave(session, "the connection was lost")) {
            session.close();
          }
        });
  }

  /**
   * Opens another session in place of this one, which is not closed yet: it may be wanted for its
   * answers.
   *
   * @return false if this one was not in use any more, and nothing was done
   */
  private boolean leave(Session session, String why) {
    if (session != open || closed) {
      return false;
    }
    warn("is not in use for now: " + why);
    open = null;
    reopen();
    return true;
  }

  private void closeRetired() {
    var done = new ArrayList<Session>();
    retired.forEach(
        (session, deadline) -> {
          if (session.pending() == 0 || System.nanoTime() - deadline >= 0) {
            done.add(session);
          }
        });
    done.forEach(
        session -> {
          retired.remove(session);
          session.close();
        });
  }

  private void look() {
    closeRetired();
    var session = open;
    if (session != null) {
      long answered = session.answered();
      boolean silent = session.pending() > 0 && answered == answeredBefore;
      silentLooks = silent ? silentLooks + 1 : 0;
      answeredBefore = answered;
      if (silentLooks > SILENT_LOOKS && !connector.isReplacing()) {
        // Closed at a later look, since somebody may be about to use it.
        if (leave(session, "it has not answered for a second")) {
          retired.put(session, System.nanoTime() + LATE_ANSWERS.toNanos());
        }
      } else if (++looks % LOOKS_BETWEEN_UPKEEPS == 0) {
        upkeep
            .apply(session)
            .exceptionally(
                failure -> {
                  LOG.debug(
                      "Redis at {} did not do what it is asked now and then", address, failure);
                  return null;
                });
      }
    }
    onTimer(LOOK_EVERY, this::look);
  }

  // Whether it still runs when its time comes is known then.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void onTimer(Duration delay, Runnable task) {
    if (!closed) {
      timer.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Says what went wrong, in words that come from Redis or from us. */
  static String text(@Nullable Throwable failure) {
    var cause = failure;
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == null
        ? "unknown"
        : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  @Override
  public void close() {
    closed = true;
    open = null;
    connector.close();
  }

  /** There is no connection now. Made without a stack trace, since it may be made on every call. */
  private static final class NotConnected extends RedisException {
    private static final long serialVersionUID = 1;

    NotConnected(String address) {
      super("there is no connection to Redis at " + address);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }
}
