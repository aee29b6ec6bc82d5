/** A small application on embedded Jetty, whose servlets are limited by path and by annotation. */
@NullMarked
package io.tollgate.samples.servlet;

import org.jspecify.annotations.NullMarked;
