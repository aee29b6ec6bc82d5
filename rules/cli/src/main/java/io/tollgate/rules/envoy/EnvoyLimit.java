package io.tollgate.rules.envoy;

import io.tollgate.YamlNode.Mark;
import java.util.List;
import java.util.Optional;

/**
 * A limit of Envoy's service.
 *
 * @param mark where it stands
 * @param text the limit as Tollgate writes it; empty if it is unlimited
 * @param name what others may call it that replace it; empty if it has no name
 * @param replaces the names of limits that do not hold where this one does
 */
record EnvoyLimit(Mark mark, Optional<String> text, String name, List<String> replaces) {}
