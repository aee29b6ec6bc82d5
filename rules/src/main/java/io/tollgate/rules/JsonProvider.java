package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.Consumes;
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

  @Consumes(MediaType.APPLICATION_JSON)
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
      return Body.read(entity.readAllBytes());
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
