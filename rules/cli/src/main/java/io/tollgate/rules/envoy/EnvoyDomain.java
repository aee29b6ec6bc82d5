package io.tollgate.rules.envoy;

import io.tollgate.YamlNode.Mark;
import java.util.List;

/**
 * What one file of Envoy's service says.
 *
 * @param source what messages call the file
 * @param mark where the name stands
 * @param name the domain, which keeps the limits of different teams apart
 */
record EnvoyDomain(String source, Mark mark, String name, List<Descriptor> descriptors) {}
