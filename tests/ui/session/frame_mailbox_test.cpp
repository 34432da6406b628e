#include "ui/session/frame_mailbox.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

FitFrame frameOf(std::uint64_t job, int step, double energy) {
  FitFrame frame;
  frame.job = job;
  frame.step = step;
  frame.energy = energy;
  frame.course = {{0, step, energy}};
  frame.grid = identityGrid({10, 10});
  frame.made = std::chrono::steady_clock::now();
  return frame;
}

TEST(FrameMailbox, HoldsTheNewestFrameAndTheCourseOfAll) {
  FrameMailbox frames;
  for (int step = 1; step <= 5; ++step) {
    frames.put(frameOf(1, step, 10.0 - step));
  }
  const auto frame = frames.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->step, 5);
  ASSERT_EQ(frame->course.size(), 5u);
  EXPECT_EQ(frame->course.front().step, 1);
  EXPECT_EQ(frame->course.back().energy, 5.0);
  EXPECT_FALSE(frames.take());
}

TEST(FrameMailbox, TellsOnceForEachTimeItIsAsked) {
  FrameMailbox frames;
  EXPECT_FALSE(frames.put(frameOf(1, 1, 1))) << "nobody asked";
  EXPECT_TRUE(frames.want()) << "one is there";
  EXPECT_FALSE(frames.put(frameOf(1, 2, 1))) << "who asked was answered";
  frames.take();
  EXPECT_FALSE(frames.want());
  EXPECT_TRUE(frames.put(frameOf(1, 3, 1)));
  EXPECT_FALSE(frames.put(frameOf(1, 4, 1)));
}

TEST(FrameMailbox, WithoutAGridThereIsNothingToShowYet) {
  FrameMailbox frames;
  FitFrame without = frameOf(1, 1, 1);
  without.grid = {};
  frames.put(without);
  EXPECT_FALSE(frames.isWanted());
  EXPECT_FALSE(frames.want());
  EXPECT_TRUE(frames.isWanted());
  EXPECT_TRUE(frames.put(frameOf(1, 2, 1)));
  EXPECT_FALSE(frames.isWanted());
  EXPECT_EQ(frames.take()->course.size(), 2u);
}

TEST(FrameMailbox, AFrameWithoutAGridIsToldOfOnlyWhenNoneComesForLong) {
  FrameMailbox frames;
  EXPECT_FALSE(frames.want());
  FitFrame without = frameOf(1, 1, 1);
  without.grid = {};
  without.made = std::chrono::steady_clock::now();
  EXPECT_FALSE(frames.put(without));
  EXPECT_TRUE(frames.isWanted()) << "the next step is to make one";
  without.made += std::chrono::seconds(1);
  EXPECT_TRUE(frames.put(without));
  EXPECT_FALSE(frames.isWanted());
}

TEST(FrameMailbox, KeepsTheLastGridWhereAStepHasNone) {
  FrameMailbox frames;
  FitFrame with = frameOf(1, 1, 1);
  with.grid = identityGrid({10, 10});
  frames.put(with);
  FitFrame without = frameOf(1, 2, 1);
  without.grid = {};
  frames.put(without);
  EXPECT_EQ(frames.take()->grid, identityGrid({10, 10}));
}

TEST(FrameMailbox, AnotherJobBeginsAnew) {
  FrameMailbox frames;
  FitFrame with = frameOf(1, 1, 1);
  with.grid = identityGrid({10, 10});
  frames.put(with);
  FitFrame other = frameOf(2, 1, 7);
  other.grid = {};
  frames.put(other);
  const auto frame = frames.take();
  EXPECT_EQ(frame->course.size(), 1u);
  EXPECT_TRUE(frame->grid.empty());
}

TEST(FrameMailbox, TheCourseIsBounded) {
  FrameMailbox frames;
  for (int step = 0; step < 20000; ++step) {
    frames.put(frameOf(1, step, step));
  }
  const auto frame = frames.take();
  EXPECT_LE(frame->course.size(), 4096u);
  EXPECT_EQ(frame->course.back().step, 19999);
}

}  // namespace
}  // namespace platen::ui
