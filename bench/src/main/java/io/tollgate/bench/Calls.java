package io.tollgate.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What an application is asked, by many users in turn, and what it answers. */
final class Calls {

  static final int USERS = 1_000;

  private final String application;
  private final int status;
  private final byte[][][] requests = new byte[LoadClient.CONNECTIONS][][];

  /**
   * Calls an application.
   *
   * @param application what messages call it
   * @param path where its server has it; empty for the root
   * @param status the status of every answer, but for each user's first
   */
  Calls(String application, String path, int status) {
    this.application = application;
    this.status = status;
    var users = new ArrayList<byte[]>();
    for (int user = 0; user < USERS; user++) {
      users.add(request(path, user));
    }
    for (int i = 0; i < requests.length; i++) {
      Collections.shuffle(users, new Random(i));
      requests[i] = users.toArray(new byte[0][]);
    }
  }

  private static byte[] request(String path, int user) {
    var lines =
        List.of(
            "GET " + path + "/greeting HTTP/1.1",
            "Host: localhost",
            "User-Agent: tollgate-bench",
            "Accept: */*",
            "Authorization: Bearer user-" + (100_000 + user));
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  String application() {
    return application;
  }

  int status() {
    return status;
  }

  /** Returns the request of the user whose turn it is; each connection has its own order. */
  byte[] request(int connection, int turn) {
    return requests[connection][turn];
  }
}
