package io.tollgate.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.function.LongSupplier;

/** Sends what many callers ask in few system calls, and what a few ask at once. */
final class BusyFlushes implements NettyCustomizer {

  /*
   * Sending each command by itself costs both sides a system call for it, of a third of all that they
   * do for a decision. Sending several together saves that, and costs time: Redis waits until they are
   * put together, and then everybody waits for it. With few callers nobody is left meanwhile who
   * would have something to do; with many there is.
   */

  /** From so many commands without an answer on, some wait for others. */
  static final int BUSY = 16;

  /** So many go together at most. */
  static final int TOGETHER = 16;

  private volatile LongSupplier pending = () -> 0;

  /** Returns the session, whose commands without an answer count from now on. */
  Session watch(Session session) {
    pending = session::pending;
    return session;
  }

  @Override
  public void afterChannelInitialized(Channel channel) {
    channel.pipeline().addFirst(new WhenBusy(() -> pending.getAsLong()));
  }

  /** Holds commands back while many have no answer. */
  static final class WhenBusy extends FlushConsolidationHandler {

    private final LongSupplier pending;

    WhenBusy(LongSupplier pending) {
      super(TOGETHER, /* consolidateWhenNoReadInProgress= */ true);
      this.pending = pending;
    }

    @Override
    public void flush(ChannelHandlerContext context) throws Exception {
      if (pending.getAsLong() < BUSY) {
        context.flush();
      } else {
        super.flush(context);
      }
    }
  }
}
