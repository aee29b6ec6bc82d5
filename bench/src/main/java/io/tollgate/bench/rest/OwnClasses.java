package io.tollgate.bench.rest;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.function.Supplier;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * The classes of one application, its limiter among them, beside the same classes of others.
 *
 * <p>A JVM compiles a class for all who call it. An application has one kind of limits, and what is
 * compiled for it is smaller and faster than what would serve five kinds. Jersey and the server are
 * common to all, so that they are compiled equally well for everybody.
 */
final class OwnClasses extends URLClassLoader {

  OwnClasses() {
    super(classPath(), OwnClasses.class.getClassLoader());
  }

  private static URL[] classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(OwnClasses::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the application of a variant, made of these classes. */
  ResourceConfig application(Variant variant) {
    try {
      var own = loadClass(Variant.class.getName());
      for (var one : own.getEnumConstants()) {
        if (one.toString().equals(variant.toString())) {
          return (ResourceConfig) own.getMethod("application").invoke(one);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the class path has changed", e);
    }
    throw new IllegalStateException("there is another " + Variant.class);
  }

  /** Does something with these classes as those of the thread, by which services are found. */
  <T> T within(Supplier<T> work) {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    thread.setContextClassLoader(this);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.tollgate.") && !name.startsWith("io.github.bucket4j.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name); // Those of the parent are the same, and would be found twice.
  }
}
