package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded and random calls, against the reference models. */
abstract class SequenceContract extends ContractChapter {

  private static final int SEQUENCES_OF_ONE = 20;
  private static final int SEQUENCES_OF_ALL = 80;

  SequenceContract(BackendContract contract) {
    super(contract);
  }

  /** Each row begins at noon; {@link Rows} tells how to read it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # starts full, refills evenly, holds no more than the burst
          3/3s                       | AAAR +1s-step R +step AR +2s AAR +1h AAAR
          3/3s burst 5               | AAAAAR +1s AR +4s A4 R +1s A R
          3/3s                       | A2 R2 A R +2s R3 A2 +3s A3 R N4
          7/7s burst 1               | AR +1s AR +1s-step R +step AR +10s AR
          1000/s                     | A1000 R +1ms AR +5ms A5 R +999ms A999 R
          10/s                       | A7 +500ms A8 R +50ms R +50ms A
          # one leaves, the burst waits
          1/s leaky_bucket burst 2   | AAAR +1s-step R +step AR +2s AAR +1h AAAR
          1/s leaky_bucket burst 0   | AR +1s-step R +step AR N2
          4/s leaky_bucket burst 3   | A4 R +250ms AR R2 +500ms A2 R
          # windows from one full minute to the next
          3/min fixed_window         | AAAR +1m-step R +step AAAR
          3/min fixed_window         | +59s AAAR +1s AAAR +59s R +1s A3 R
          4/min fixed_window burst 8 | A8 R +1m R +1m-step R +step A8 R
          2/min fixed_window         | +30s AAR +30s A +30s AR +30s AA
          # the previous window fades
          6/min sliding_window       | A6 R +1m-step R +step R +10s-step R +step AR +10s AR +40s A4 R
          6/min sliding_window       | A6 +2m-step R6 A5 +step A
          4/min sliding_window       | +45s A4 +15s R +15s AR +15s A +15s A +15s A +15s R
          2/min sliding_window       | +59s AAR +1s R +30s-step R +step AR +30s AR +30s R
          # any window, exactly
          3/min sliding_log          | +59s AAAR +1m-step R +step AAAR
          3/min sliding_log          | A +20s A +20s AR +20s AR +20s AR +20s AR
          5/min sliding_log          | A2 +10s A3 +50s-step R +step A2 R +10s A3 R
          3/min sliding_log gap 5s   | AR +5s-step R +step AR +5s AR +5s R +45s AR +5s A
          2/min sliding_log counting refused | AAR +59s R2 +59s R +1s AR +1m-step R +step R2 +1m A2
          # calls under way, none of which is given back for five minutes
          2 at a time                | A +1m AR +4m-step R +step AR +1m AR
          3 at a time                | A2 +1m R2 A R +4m-step R +step A2 R N4
          """)
  void decide_recordedCalls_answersAsRecorded(String limit, String row) {
    var stated = Rows.limit(limit);

    assertThat(Rows.play(row, cost -> decide(stated, "alice", cost), time(), step)).isEqualTo(row);
  }

  @ParameterizedTest
  @EnumSource
  void decide_randomCallsOfOneAlgorithm_answersAsTheModel(Algorithm algorithm) {
    for (long seed = 0; seed < SEQUENCES_OF_ONE; seed++) {
      beginAgain(/* origin= */ 0);
      RandomCalls.ofOne(algorithm, seed, step).play(new ComparedCalls(backend(), time(), step));
    }
  }

  @Test
  void decide_randomCallsOfAllAlgorithms_answersAsTheModels() {
    for (long seed = 0; seed < SEQUENCES_OF_ALL; seed++) {
      beginAgain(/* origin= */ 0);
      RandomCalls.ofAll(seed, step).play(new ComparedCalls(backend(), time(), step));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 60_000_000_000L})
  void decide_randomCallsFromAnyOriginOfTheTicker_answersAsTheModels(long origin) {
    for (long seed = 0; seed < SEQUENCES_OF_ONE; seed++) {
      beginAgain(origin);
      RandomCalls.ofAll(seed, step).play(new ComparedCalls(backend(), time(), step));
    }
  }
}
