package io.tollgate.rules.retriever;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes the body of an answer into memory, and fails instead of the byte after the last. */
final class BoundedBody implements BodySubscriber<byte[]> {

  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> items) {
    for (var item : items) {
      if (item.remaining() > maxBytes - bytes.size()) {
        tooLong();
        return;
      }
      var part = new byte[item.remaining()];
      item.get(part);
      bytes.writeBytes(part);
    }
  }

  private void tooLong() {
    if (subscription != null) {
      subscription.cancel();
    }
    body.completeExceptionally(new IOException("an answer of more than " + maxBytes + " bytes"));
  }

  @Override
  public void onError(Throwable problem) {
    body.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
