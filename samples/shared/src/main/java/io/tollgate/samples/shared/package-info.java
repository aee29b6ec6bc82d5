/**
 * What samples have in common, so that each shows only what it is about: {@link
 * io.tollgate.samples.shared.HostProcess} for samples of several hosts, and {@link
 * io.tollgate.samples.shared.Chromium} for the tests of their pages.
 */
@NullMarked
package io.tollgate.samples.shared;

import org.jspecify.annotations.NullMarked;
