#include "ui/session/worker.h"

#include <atomic>
#include <latch>
#include <mutex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class Tasks {
 public:
  // Notes that it ran and ended.
  Task noting(std::uint64_t number) {
    return {number, [this, number](const std::stop_token&) { note("run ", number); },
            [this, number] { note("end ", number); }};
  }
  // Runs until it is stopped; counts down when it begins.
  Task lasting(std::uint64_t number, std::latch& begun) {
    return {number,
            [this, number, &begun](const std::stop_token& stop) {
              note("run ", number);
              if (!begun.try_wait()) {
                begun.count_down();
              }
              while (!stop.stop_requested() && !release_) {
                std::this_thread::yield();
              }
            },
            [this, number] { note("end ", number); }};
  }
  void releaseAll() { release_ = true; }
  std::vector<std::string> notes() {
    const std::lock_guard lock(mutex_);
    return notes_;
  }

 private:
  void note(const std::string& what, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(what + std::to_string(number));
  }
  std::mutex mutex_;
  std::vector<std::string> notes_;
  std::atomic<bool> release_ = false;
};

TEST(Worker, TheMoreUrgentLaneGoesFirst) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::foreground, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::waiting, tasks.noting(2));
  worker.add(Lane::thumbnails, tasks.noting(3));
  worker.add(Lane::writing, tasks.noting(4));
  worker.addFirst(Lane::waiting, tasks.noting(5));
  worker.add(Lane::foreground, tasks.noting(6));
  tasks.releaseAll();
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), ElementsAre("run 1", "end 1", "run 6", "end 6", "run 4", "end 4", "run 3", "end 3",
                                         "run 5", "end 5", "run 2", "end 2"));
}

TEST(Worker, AReplacedTaskIsStoppedAndThoseThatWaitedNeverBegin) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::foreground, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::foreground, tasks.noting(2));
  worker.replace(Lane::foreground, tasks.noting(3));
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), UnorderedElementsAre("run 1", "end 2", "end 1", "run 3", "end 3"));
}

TEST(Worker, ReplacingWhatWaitsLetsWhatRunsEnd) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::foreground, tasks.lasting(1, begun));
  begun.wait();
  worker.replaceWaiting(Lane::foreground, tasks.noting(2));
  worker.replaceWaiting(Lane::foreground, tasks.noting(3));
  EXPECT_EQ(worker.running(), 1u);
  tasks.releaseAll();
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), UnorderedElementsAre("run 1", "end 2", "end 1", "run 3", "end 3"));
}

TEST(Worker, APhotoThatWaitsMakesWayAndIsDoneAgainBeforeTheOthers) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::waiting, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::waiting, tasks.noting(2));
  worker.add(Lane::foreground, {3, [&](const std::stop_token&) { tasks.releaseAll(); }, {}});
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), ElementsAre("run 1", "run 1", "end 1", "run 2", "end 2"));
}

TEST(Worker, ASmallPictureMakesWayForWhatIsLookedAtButNotForPhotosThatWait) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::thumbnails, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::waiting, tasks.noting(2));
  EXPECT_EQ(worker.running(), 1u);
  worker.add(Lane::foreground, {3, [&](const std::stop_token&) { tasks.releaseAll(); }, {}});
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), ElementsAre("run 1", "run 1", "end 1", "run 2", "end 2"));
}

TEST(Worker, AStoppedTaskIsNotDoneAgainEvenIfItMadeWay) {
  Tasks tasks;
  std::latch begun(1), foreground_begun(1);
  std::atomic<bool> go = false;
  Worker worker;
  worker.add(Lane::waiting, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::foreground, {2,
                                [&](const std::stop_token&) {
                                  foreground_begun.count_down();
                                  while (!go) {
                                    std::this_thread::yield();
                                  }
                                },
                                {}});
  foreground_begun.wait();
  worker.stop(1);
  go = true;
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), ElementsAre("run 1", "end 1"));
}

TEST(Worker, ClearingALaneEndsAllOfIt) {
  Tasks tasks;
  std::latch begun(1);
  Worker worker;
  worker.add(Lane::writing, tasks.lasting(1, begun));
  begun.wait();
  worker.add(Lane::writing, tasks.noting(2));
  worker.clear(Lane::writing);
  worker.waitUntilIdle();
  EXPECT_THAT(tasks.notes(), UnorderedElementsAre("run 1", "end 2", "end 1"));
  EXPECT_EQ(worker.waiting(Lane::writing), 0u);
}

TEST(Worker, ItsDestructorStopsWhatRunsAndForgetsWhatWaits) {
  Tasks tasks;
  {
    std::latch begun(1);
    Worker worker;
    worker.add(Lane::waiting, tasks.lasting(1, begun));
    worker.add(Lane::waiting, tasks.noting(2));
    begun.wait();
  }
  EXPECT_THAT(tasks.notes(), ElementsAre("run 1"));
}

}  // namespace
}  // namespace platen::ui
