package io.tollgate.testkit;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Backends that take one bucket for another. */
final class WrongKeys {

  private WrongKeys() {}

  private abstract static class Renaming extends WrongBackend {
    Renaming(ManualTicker time) {
      super(time);
    }

    @Override
    final Decision decide(List<Claim> claims) {
      return answerAs(claims, claims.stream().map(this::renamed).toList());
    }

    @Override
    final void release(List<Lease> leases) {
      for (var lease : leases) {
        var claim = renamed(new Claim(lease.limit(), lease.key()));
        right.release(List.of(new Lease(claim.limit(), claim.key(), lease.id())));
      }
    }

    abstract Claim renamed(Claim claim);
  }

  private abstract static class RenamingKeys extends Renaming {
    RenamingKeys(ManualTicker time) {
      super(time);
    }

    @Override
    final Claim renamed(Claim claim) {
      return new Claim(claim.limit(), renamed(claim.key()), claim.cost());
    }

    abstract String renamed(String key);
  }

  /** Everybody has the same bucket. */
  static final class IgnoresKeys extends RenamingKeys {
    IgnoresKeys(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return "";
    }
  }

  /** Limit and key make one text, with a colon between. */
  static final class JoinsByColon extends Renaming {
    JoinsByColon(ManualTicker time) {
      super(time);
    }

    @Override
    Claim renamed(Claim claim) {
      var joined = claim.limit().name() + ":" + claim.key();
      return new Claim(claim.limit().named("all"), joined, claim.cost());
    }
  }

  /** Keys are cut. */
  static final class CutsKeys extends RenamingKeys {
    CutsKeys(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return key.substring(0, Math.min(key.length(), 100));
    }
  }

  /** Keys lose the space around them. */
  static final class StripsKeys extends RenamingKeys {
    StripsKeys(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return key.strip();
    }
  }

  /** Upper and lower case are the same. */
  static final class LowersKeys extends RenamingKeys {
    LowersKeys(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return key.toLowerCase(Locale.ROOT);
    }
  }

  /** What is not in Latin-1 becomes a question mark. */
  static final class WritesLatin1 extends RenamingKeys {
    WritesLatin1(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return new String(key.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }
  }

  /** Half of a pair of surrogates becomes a question mark. */
  static final class WritesUtf8 extends RenamingKeys {
    WritesUtf8(ManualTicker time) {
      super(time);
    }

    @Override
    String renamed(String key) {
      return new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
  }

  /** A key is put into a command as it is. */
  static final class RunsWhatItIsSent extends WrongBackend {
    RunsWhatItIsSent(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      if (claims.stream().anyMatch(claim -> claim.key().contains("flushall"))) {
        startAnew();
      }
      return right.decide(claims);
    }
  }
}
