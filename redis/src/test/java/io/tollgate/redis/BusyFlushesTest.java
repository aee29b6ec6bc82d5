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

  /** Sends commands while answers are read; returns how many have left before these are. */
  private int send(int commands) {
    var reading = channel.writeOneInbound("answer");
    for (int i = 0; i < commands; i++) {
      var unused = channel.pipeline().write("command");
      channel.pipeline().flush();
    }
    int sent = channel.outboundMessages().size();
    channel.flushInbound();
    assertThat(reading.isSuccess()).isTrue();
    return sent;
  }

  @Test
  void flush_fewWithoutAnswer_sendsEachAtOnce() {
    pending.set(BusyFlushes.BUSY - 1);

    assertThat(send(3)).isEqualTo(3);
  }

  @Test
  void flush_manyWithoutAnswer_sendsSomeTogetherAndLeavesNothingBehind() {
    pending.set(BusyFlushes.BUSY);

    assertThat(send(BusyFlushes.TOGETHER - 1)).isZero();
    assertThat(channel.outboundMessages()).hasSize(BusyFlushes.TOGETHER - 1);
  }

  @Test
  void flush_moreThanGoTogether_sendsThemMeanwhile() {
    pending.set(BusyFlushes.BUSY);

    assertThat(send(BusyFlushes.TOGETHER + 1)).isEqualTo(BusyFlushes.TOGETHER);
    assertThat(channel.outboundMessages()).hasSize(BusyFlushes.TOGETHER + 1);
  }
}
