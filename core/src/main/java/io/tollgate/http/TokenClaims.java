package io.tollgate.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.security.Principal;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a user's token says.
 *
 * <p>Tokens have no common type in Jakarta EE. MicroProfile's {@code JsonWebToken} and others have
 * a public method {@code getClaim(String)}, which is found once for each class.
 */
public final class TokenClaims {

  private static final Logger LOG = LoggerFactory.getLogger(TokenClaims.class);

  private static final ClassValue<Optional<MethodHandle>> READERS =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> type) {
          return reader(type);
        }
      };

  private TokenClaims() {}

  private static Optional<MethodHandle> reader(Class<?> type) {
    try {
      var method = type.getMethod("getClaim", String.class);
      method.setAccessible(true); // The class may be private although the method is not.
      return Optional.of(MethodHandles.publicLookup().unreflect(method));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info("{} has no getClaim(String), so its users have no claims", type.getName(), e);
      return Optional.empty();
    }
  }

  /** Returns what a user's token says under a name; empty if it says nothing or has no claims. */
  public static Optional<String> of(Principal user, String name) {
    var reader = READERS.get(user.getClass());
    if (reader.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable((Object) reader.get().invoke(user, name)).map(Object::toString);
    } catch (RuntimeException e) {
      LOG.warn("{} failed to read a claim; the call goes on without it", user.getClass(), e);
      return Optional.empty();
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      LOG.warn("{} failed to read a claim; the call goes on without it", user.getClass(), e);
      return Optional.empty();
    }
  }
}
