package io.tollgate.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.UndeclaredThrowableException;
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

  /**
   * Some implementations hand out texts as values of JSON, which show themselves in quotes. Known
   * by the name of their type, which an application need not have.
   */
  private static final ClassValue<Optional<MethodHandle>> JSON_TEXTS =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> type) {
          return jsonText(type);
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
      return Optional.ofNullable((Object) reader.get().invoke(user, name)).map(TokenClaims::text);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      // The message of the exception may quote what the client sent.
      LOG.warn(
          "{} failed to read a claim with {}; the call goes on without it",
          user.getClass().getName(),
          e.getClass().getName());
      LOG.debug("{} failed", user.getClass().getName(), e);
      return Optional.empty();
    }
  }

  private static String text(Object claim) {
    var jsonText = JSON_TEXTS.get(claim.getClass());
    if (jsonText.isEmpty()) {
      return claim.toString();
    }
    try {
      return (String) jsonText.get().invoke(claim);
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new UndeclaredThrowableException(e);
    }
  }

  /** Returns how to read the text of a value of JSON; empty for a class of other values. */
  private static Optional<MethodHandle> jsonText(Class<?> type) {
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      for (var view : one.getInterfaces()) {
        if (view.getName().equals("jakarta.json.JsonString")) {
          return Optional.of(getString(view));
        }
      }
    }
    return Optional.empty();
  }

  private static MethodHandle getString(Class<?> jsonString) {
    try {
      return MethodHandles.publicLookup().unreflect(jsonString.getMethod("getString"));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(jsonString + " is not that of Jakarta JSON Processing", e);
    }
  }
}
