package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.algorithm.Concurrency;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** At most so many calls under way, each until it is ended or its lease is over. */
final class ConcurrencyProperties extends RecordProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    return Combinators.combine(amounts(), windows())
        .as(
            (max, lease) ->
                Subject.of(new Concurrency(max, lease), () -> new ConcurrencyModel(max, lease)));
  }

  @Override
  void assertPromiseKept(Subject subject, List<Admitted> admitted) {
    var numbers = (Concurrency) subject.algorithm();
    var lease = BigInteger.valueOf(numbers.leaseNanos());
    for (int i = 0; i < admitted.size(); i++) {
      var now = admitted.get(i).counted();
      var underWay = BigInteger.ZERO;
      for (var call : admitted.subList(0, i + 1)) {
        if (call.reading().add(lease).compareTo(now) > 0) {
          underWay = underWay.add(BigInteger.valueOf(call.cost()));
        }
      }
      assertThat(underWay).isLessThanOrEqualTo(BigInteger.valueOf(numbers.max()));
    }
  }

  @Property
  void end_anyLeases_answersLikeTheModel(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll @Size(24) List<@IntRange(min = -12, max = 23) Integer> ended) {
    var model = subject.model();
    var leases = new ArrayList<Long>();
    var ends = ended.iterator();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          var holder = (RecordCounter<?>) counter;
          int end = ends.next();
          // Ends some lease, among them such as have ended before: by a call or by themselves.
          if (end >= 0 && !leases.isEmpty()) {
            holder.end(leases.get(end % leases.size()));
            model.release(end % leases.size());
          }
          assertThat(counter.peek(nanos.longValue(), cost)).isEqualTo(model.peek(nanos, cost));
          var answer = counter.decide(nanos.longValue(), cost);
          assertThat(answer).isEqualTo(model.decide(nanos, cost));
          if (answer.allowed() && cost > 0) {
            leases.add(holder.newestLease());
          }
          return answer;
        });
    assertThat(leases).doesNotHaveDuplicates();
  }
}
