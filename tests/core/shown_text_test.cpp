// Names from outside stay on their line, and nothing in them is heard by a terminal.
#include "core/shown_text.h"

#include <string>

#include <gtest/gtest.h>

namespace platen {
namespace {

TEST(ShownText, PlainTextOfAnyLanguageIsAsItWas) {
  for (const std::string text : {"", "page 1.jpg", "Grüße & <b> \"x\" 100 %", "頁/страница.png", "📄.jpg", "a\\nb"}) {
    EXPECT_EQ(shownText(text), text);
  }
}

TEST(ShownText, NothingActsOnTheLine) {
  EXPECT_EQ(shownText("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(shownText("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
  EXPECT_EQ(shownText(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(shownText("\xc2\x9b"
                      "1A"),
            "\\u009b1A");                                           // a terminal's command, in one character
  EXPECT_EQ(shownText("x\xe2\x80\xaegpj.exe"), "x\\u202egpj.exe");  // right to left from here
  EXPECT_EQ(shownText("a\xe2\x80\xa8"
                      "b\xe2\x81\xa6"),
            "a\\u2028b\\u2066");  // a line's end, an isolate
}

TEST(ShownText, BytesThatAreNoUtf8AreNamed) {
  EXPECT_EQ(shownText("e\xff\xfe.jpg"), "e\\xff\\xfe.jpg");
  EXPECT_EQ(shownText("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(shownText("\xc3"), "\\xc3");                    // cut off
  EXPECT_EQ(shownText("\xc0\xaf"), "\\xc0\\xaf");           // "/", longer than needed
  EXPECT_EQ(shownText("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(shownText("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(shownText("\xe2\x82x"), "\\xe2\\x82x");
}

}  // namespace
}  // namespace platen
