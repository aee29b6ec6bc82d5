package io.tollgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tollgate.address.Cidr;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a small database in MaxMind's format: a tree of bits whose leaves point to records, the
 * records, and a description of both.
 */
final class CountryFile {

  /** Stands for no record and no further node. */
  private static final int NOTHING = -1;

  private static final byte[] METADATA_BEGIN = "\u00ab\u00cd\u00efMaxMind.com".getBytes(ISO_8859_1);
  private static final int RECORD_BITS = 24;
  private static final int GAP = 16;

  private final String type;
  private final List<int[]> nodes = new ArrayList<>(List.of(new int[] {NOTHING, NOTHING}));
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();

  /** Where in the data a leaf's record stands, by the leaf's number below {@link #NOTHING}. */
  private final List<Integer> records = new ArrayList<>();

  CountryFile(String type) {
    this.type = type;
  }

  /** Adds a country; blocks must not overlap. */
  CountryFile with(String block, String code) {
    return with(block, Map.of("country", Map.of("iso_code", code)));
  }

  /** Adds a record. */
  CountryFile with(String block, Map<String, ?> record) {
    var cidr = Cidr.parse(block);
    var first = cidr.network();
    // Version 4 stands below 96 bits of 0, not in the mapped form.
    long low = first.isV4() ? first.low() & 0xffff_ffffL : first.low();
    int leaf = NOTHING - 1 - records.size();
    records.add(data.size());
    write(data, record);

    int node = 0;
    for (int i = 0; i < cidr.bits(); i++) {
      long half = i < 64 ? first.high() : low;
      int bit = (int) ((half >>> (63 - i % 64)) & 1);
      if (i == cidr.bits() - 1) {
        nodes.get(node)[bit] = leaf;
      } else {
        if (nodes.get(node)[bit] < 0) {
          nodes.add(new int[] {NOTHING, NOTHING});
          nodes.get(node)[bit] = nodes.size() - 1;
        }
        node = nodes.get(node)[bit];
      }
    }
    return this;
  }

  /** Writes the file. */
  Path writeTo(Path file) throws IOException {
    var out = new ByteArrayOutputStream();
    for (var node : nodes) {
      for (int next : node) {
        int record = record(next);
        out.write(record >> 16);
        out.write(record >> 8);
        out.write(record);
      }
    }
    out.write(new byte[GAP]);
    data.writeTo(out);
    out.write(METADATA_BEGIN);
    write(out, metadata());
    return Files.write(file, out.toByteArray());
  }

  private int record(int next) {
    if (next >= 0) {
      return next;
    }
    int noRecord = nodes.size();
    return next == NOTHING ? noRecord : noRecord + GAP + records.get(NOTHING - 1 - next);
  }

  private Map<String, ?> metadata() {
    var metadata = new LinkedHashMap<String, Object>();
    metadata.put("binary_format_major_version", 2);
    metadata.put("binary_format_minor_version", 0);
    metadata.put("build_epoch", 1_700_000_000L);
    metadata.put("database_type", type);
    metadata.put("description", Map.of("en", "A test"));
    metadata.put("ip_version", 6);
    metadata.put("languages", List.of());
    metadata.put("node_count", nodes.size());
    metadata.put("record_size", RECORD_BITS);
    return metadata;
  }

  private static void write(ByteArrayOutputStream out, Object value) {
    if (value instanceof Map<?, ?> map) {
      out.write((7 << 5) | map.size());
      map.forEach(
          (key, each) -> {
            write(out, key);
            write(out, each);
          });
    } else if (value instanceof String text) {
      out.write((2 << 5) | text.length());
      out.writeBytes(text.getBytes(US_ASCII));
    } else if (value instanceof Integer number) {
      out.write((6 << 5) | 4);
      number(out, number, 4);
    } else if (value instanceof Long number) {
      out.write(8); // an extended type of eight bytes
      out.write(9 - 7);
      number(out, number, 8);
    } else if (value instanceof List<?> list) {
      out.write(list.size());
      out.write(11 - 7);
      list.forEach(each -> write(out, each));
    } else {
      throw new IllegalArgumentException("no such type: " + value);
    }
  }

  private static void number(ByteArrayOutputStream out, long number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) {
      out.write((int) (number >>> (8 * i)));
    }
  }
}
