package io.tollgate.rule;

import io.tollgate.address.Cidr;
import io.tollgate.address.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blocks that contain an address.
 *
 * @param <T> what belongs to a block
 */
final class AddressTree<T> {

  /*
   * A binary tree of prefixes. A node is there for a block that was put in, or where two blocks part,
   * so that the way to an address has as many nodes as there are such places on it and not as many as
   * it has bits. The first node of a subtree has the prefix that all below it share.
   */

  private static final class Node<T> {
    private final IpAddress prefix;
    private final int bits;
    private final List<T> values = new ArrayList<>(0);
    private @Nullable Node<T> zero;
    private @Nullable Node<T> one;

    Node(IpAddress prefix, int bits) {
      this.prefix = prefix;
      this.bits = bits;
    }

    @Nullable Node<T> below(IpAddress address) {
      return address.bit(bits) ? one : zero;
    }

    void put(Node<T> below) {
      if (below.prefix.bit(bits)) {
        one = below;
      } else {
        zero = below;
      }
    }
  }

  private @Nullable Node<T> root;

  boolean isEmpty() {
    return root == null;
  }

  void add(Cidr block, T value) {
    var added = new Node<T>(block.network(), block.bits());
    added.values.add(value);
    root = root == null ? added : merged(root, added);
  }

  /** Returns the tree of a node with another in it. */
  private static <T> Node<T> merged(Node<T> node, Node<T> added) {
    int shared = shared(node.prefix, added.prefix, Math.min(node.bits, added.bits));
    if (shared == node.bits && shared == added.bits) {
      node.values.addAll(added.values);
      return node;
    }
    if (shared == node.bits) {
      var below = node.below(added.prefix);
      node.put(below == null ? added : merged(below, added));
      return node;
    }
    if (shared == added.bits) {
      added.put(node);
      return added;
    }
    var fork = new Node<T>(added.prefix.masked(shared), shared);
    fork.put(node);
    fork.put(added);
    return fork;
  }

  private static int shared(IpAddress a, IpAddress b, int max) {
    long high = a.high() ^ b.high();
    int same =
        high != 0
            ? Long.numberOfLeadingZeros(high)
            : Long.SIZE + Long.numberOfLeadingZeros(a.low() ^ b.low());
    return Math.min(same, max);
  }

  /** Hands over what belongs to the blocks that contain an address, the largest block first. */
  void find(IpAddress address, Consumer<T> found) {
    var node = root;
    while (node != null && node.prefix.sharesPrefix(address, node.bits)) {
      node.values.forEach(found);
      node = node.bits == IpAddress.BITS ? null : node.below(address);
    }
  }

  /** Tells whether any block contains an address. */
  boolean contains(IpAddress address) {
    var node = root;
    while (node != null && node.prefix.sharesPrefix(address, node.bits)) {
      if (!node.values.isEmpty()) {
        return true;
      }
      node = node.bits == IpAddress.BITS ? null : node.below(address);
    }
    return false;
  }
}
