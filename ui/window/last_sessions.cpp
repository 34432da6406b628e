#include "ui/window/last_sessions.h"

#include "ui/session/project_keeper.h"
#include "ui/window/message_bar.h"
#include "ui/window/project_actions.h"
#include "ui/window/recent_files.h"

#include <algorithm>

#include <QDateTime>
#include <QLocale>
#include <QMenu>
#include <QSettings>

namespace platen::ui {
namespace {

constexpr auto kDismissed = "dismissedSession";  // the name of its journal, which no other has

QString nameOf(const pipeline::AbandonedProject& session) {
  return shownPath(session.journal.filename());
}

}  // namespace

QString shownTime(std::chrono::system_clock::time_point time) {
  const QDateTime when = QDateTime::fromMSecsSinceEpoch(
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
  const QLocale locale;
  const QString clock = locale.toString(when.time(), QLocale::ShortFormat);
  const qint64 days = when.date().daysTo(QDate::currentDate());
  if (days == 0) {
    return LastSessions::tr("today %1").arg(clock);
  }
  return days == 1 ? LastSessions::tr("yesterday %1").arg(clock) : locale.toString(when, QLocale::ShortFormat);
}

LastSessions::LastSessions(
    ProjectKeeper& keeper, ProjectActions& projects, QMenu& menu, MessageBar& bar, QObject* parent)
    : QObject(parent), keeper_(keeper), projects_(projects), menu_(menu), bar_(bar) {
  menu_.menuAction()->setVisible(false);
  connect(&keeper_, &ProjectKeeper::lostChanged, this, &LastSessions::show);
  connect(&bar_, &MessageBar::agreed, this, &LastSessions::openOffered);
  connect(&bar_, &MessageBar::dismissed, this,
          [this] { QSettings().setValue(QLatin1String(kDismissed), shownPath(offered_.filename())); });
}

void LastSessions::offer() {
  is_to_offer_ = true;
  keeper_.lookForLost();
}

void LastSessions::show() {
  const std::vector<pipeline::AbandonedProject>& sessions = keeper_.lost();
  menu_.clear();
  menu_.menuAction()->setVisible(!sessions.empty());
  for (const pipeline::AbandonedProject& session : sessions) {
    const int count = static_cast<int>(session.photos);
    QString first = shownPath(session.first_photo.filename());
    first.replace(QLatin1Char('&'), QStringLiteral("&&"));
    const QString text =
        count == 1 ? tr("%1: %2").arg(shownTime(session.written), first)
                   : tr("%1: %n photos, %2 and others", nullptr, count).arg(shownTime(session.written), first);
    connect(menu_.addAction(text), &QAction::triggered, this,
            [this, journal = session.journal] { projects_.recover(journal, false); });
  }
  const bool is_there = std::any_of(sessions.begin(), sessions.end(),
                                    [this](const auto& session) { return session.journal == offered_; });
  if (!is_there) {
    bar_.hide();
  }
  if (!std::exchange(is_to_offer_, false) || sessions.empty()) {
    return;
  }
  const pipeline::AbandonedProject& last = sessions.front();
  if (last.is_untouched || QSettings().value(QLatin1String(kDismissed)).toString() == nameOf(last)) {
    return;
  }
  offered_ = last.journal;
  const int count = static_cast<int>(last.photos);
  const QString when = shownTime(last.written);
  bar_.ask(count == 1 ? tr("The last session was not saved (1 photo, %1)").arg(when)
                      : tr("The last session was not saved (%n photos, %1)", nullptr, count).arg(when),
           tr("&Open It"), tr("&Dismiss"));
}

void LastSessions::openOffered() {
  projects_.recover(offered_, true);
}

}  // namespace platen::ui
