package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BusyFlushesTest {

  private final AtomicLong pending = new AtomicLong();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new BusyFlushes.WhenBusy(pending::get));

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** Sends commands as one run of the event loop does; tells how many have left by then. */
  private int send(int commands) {
    for (int i = 0; i < commands; i++) {
      channel.pipeline().write("command");
      channel.pipeline().flush();
    }
    return channel.outboundMessages().size();
  }

  @Test
  void flush_fewWithoutAnswer_sendsEachAtOnce() {
    pending.set(BusyFlushes.BUSY - 1);
    for (int sent = 1; sent < 10; sent++) {
      assertThat(send(1)).isEqualTo(sent);
    }
  }

  @Test
  void flush_manyWithoutAnswer_sendsSomeTogether() {
    pending.set(BusyFlushes.BUSY);

    assertThat(send(BusyFlushes.TOGETHER - 1)).isZero();
    assertThat(send(1)).isEqualTo(BusyFlushes.TOGETHER);
  }

  @Test
  void flush_manyWithoutAnswer_leavesNothingBehind() {
    pending.set(BusyFlushes.BUSY);

    assertThat(send(3)).isZero();
    channel.runPendingTasks();
    assertThat(channel.outboundMessages()).hasSize(3);
  }

  @Test
  void flush_noLongerMany_sendsWhatWasHeldBack() {
    pending.set(BusyFlushes.BUSY);
    assertThat(send(3)).isZero();
    pending.set(1);

    assertThat(send(1)).isEqualTo(4);
  }
}
