#include "core/pipeline/natural_order.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

TEST(NaturalOrder, CountsAsPeopleDo) {
  std::vector<std::string> names{"page 10.jpg", "Page 2.jpg", "page 1.jpg", "page 02b.jpg",
                                 "page",        "12/3",       "2/11",       "page 99999999999999999999999.jpg",
                                 "page 100.jpg"};
  std::sort(names.begin(), names.end(), naturalLess);
  EXPECT_THAT(names, ::testing::ElementsAre("2/11", "12/3", "page", "page 1.jpg", "Page 2.jpg", "page 02b.jpg",
                                            "page 10.jpg", "page 100.jpg", "page 99999999999999999999999.jpg"));
}

TEST(NaturalOrder, IsAStrictWeakOrderOnAnyBytes) {
  const std::vector<std::string> names{"",    "0",  "00",       "1",  "01",  "a",    "A",  "a0",
                                       "a00", "A0", "\xff\xfe", "\n", "a1b", "a01B", "a 1"};
  for (const std::string& a : names) {
    EXPECT_FALSE(naturalLess(a, a));
    for (const std::string& b : names) {
      EXPECT_EQ(a == b, !naturalLess(a, b) && !naturalLess(b, a)) << a << " " << b;
      for (const std::string& c : names) {
        EXPECT_FALSE(naturalLess(a, b) && naturalLess(b, c) && !naturalLess(a, c)) << a << " " << b << " " << c;
      }
    }
  }
}

}  // namespace
}  // namespace platen::pipeline
