package io.tollgate.bench;

/** A part of a page that a program writes, between two marks. */
record Section(String begin, String end) {

  /** Returns the page with another text between the marks. */
  String replace(String page, String text) {
    int from = page.indexOf(begin);
    int to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          "the page has no place for figures; put these two lines into it: " + begin + " " + end);
    }
    return page.substring(0, from + begin.length()) + "\n\n" + text + "\n" + page.substring(to);
  }
}
