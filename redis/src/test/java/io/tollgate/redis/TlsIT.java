package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisServer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS only. */
final class TlsIT {

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final Limit LIMIT = Limit.of(10).per(Per.HOUR).named("hour");

  @TempDir Path folder;
  private int tlsPort;

  /** Starts a server with a key of its own making. */
  private RedisServer server() throws Exception {
    tlsPort = freePort();
    var store = folder.resolve("key.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var made =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                "redis",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    var key = pem("PRIVATE KEY", keys.getKey("redis", PASSWORD).getEncoded());
    var certificate = pem("CERTIFICATE", keys.getCertificate("redis").getEncoded());
    return RedisServer.start(
        "--tls-port",
        "" + tlsPort,
        "--tls-key-file",
        key.toString(),
        "--tls-cert-file",
        certificate.toString(),
        "--tls-auth-clients",
        "no");
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Path pem(String kind, byte[] bytes) throws Exception {
    var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    var text = "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    return Files.writeString(
        folder.resolve(kind.replace(' ', '-')), text, StandardCharsets.US_ASCII);
  }

  @Test
  void decide_byTls_isShared() throws Exception {
    try (var redis = server();
        var watched =
            new Watched(
                "rediss://127.0.0.1:" + tlsPort + "?verifyPeer=NONE", "tollgate.timeout", "5s")) {
      watched.limiter().decide(LIMIT, "alice");

      assertThat(watched.lastFailure()).isEqualTo("none");
      assertThat(watched.decided(Source.BACKEND)).isEqualTo(1);
      assertThat(redis.call("KEYS", "tollgate:hour:*").toString()).contains("alice");
    }
  }

  @Test
  void create_certificateThatNobodyKnows_isNotUsed() throws Exception {
    try (var log = new CapturedLog();
        var redis = server();
        var watched = new Watched("rediss://127.0.0.1:" + tlsPort)) {
      assertThat(watched.limiter().decide(LIMIT, "alice").allowed()).isTrue();

      assertThat(watched.decided(Source.FAILURE_MODE)).isEqualTo(1);
      assertThat(log.ours(Level.WARNING)).anyMatch(line -> line.contains("127.0.0.1:" + tlsPort));
      assertThat(redis.call("KEYS", "*").toString()).isEqualTo("[]");
    }
  }
}
