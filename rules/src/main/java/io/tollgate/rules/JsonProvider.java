package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Reads {@link Body} and writes trees of JSON. */
final class JsonProvider {

  static final String PROBLEM = "application/problem+json";

  private JsonProvider() {}

  /** Is asked as well where nothing says what was sent, which Jersey takes for bytes. */
  @Consumes({MediaType.APPLICATION_JSON, MediaType.APPLICATION_OCTET_STREAM})
  static final class Reader implements MessageBodyReader<Body> {

    @Override
    public boolean isReadable(
        Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
      return type == Body.class;
    }

    @Override
    public Body readFrom(
        Class<Body> type,
        Type generic,
        Annotation[] annotations,
        MediaType media,
        MultivaluedMap<String, String> headers,
        InputStream entity)
        throws IOException {
      var bytes = entity.readAllBytes();
      if (bytes.length > 0 && !media.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        throw new NotSupportedException();
      }
      return Body.read(bytes);
    }
  }

  @Produces({MediaType.APPLICATION_JSON, PROBLEM})
  static final class Writer implements MessageBodyWriter<JsonNode> {

    @Override
    public boolean isWriteable(
        Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
      return JsonNode.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
        JsonNode node,
        Class<?> type,
        Type generic,
        Annotation[] annotations,
        MediaType media,
        MultivaluedMap<String, Object> headers,
        OutputStream entity)
        throws IOException {
      entity.write(Json.mapper().writeValueAsBytes(node));
    }
  }
}
