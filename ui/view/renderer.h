// Renderer: pictures for the views, made on two threads of its own: one for the frames of what moves, one for all
// others, so that no frame waits behind a picture that the photo must be read for. The GUI thread never decodes and
// never resamples.
//
// Each view has a slot that holds its latest request alone: a newer one takes the place of one that waits and stops one
// that runs. Slots are served in turn. Answers come as a queued signal with the request's generation; a view drops what
// is older than what it wants. Requests and answers are values.
//
// Threads: all members on the thread that the Renderer lives on (the GUI's).
#pragma once

#include "core/geometry.h"
#include "ui/view/picture_source.h"

#include <memory>

#include <QImage>
#include <QObject>
#include <QString>

namespace platen::ui {

struct RenderRequest {
  PictureSource source;
  Box picture_px;  // what is wanted, within the picture
  Size device_px;  // pixels of the answer, which covers picture_px exactly
  // Only from the level that is there at once, bilinear, one thread: for frames that live for 50 ms.
  bool at_hand_only = false;
  bool is_frame = false;  // of something that moves: none of the pictures that may take their time is waited for
};

struct RenderedPicture {
  int slot = 0;
  quint64 generation = 0;
  Box picture_px;
  QImage image;   // sRGB; grey or RGB; null where it could not be made
  QString error;  // one sentence, then
};

class Renderer : public QObject {
  Q_OBJECT
 public:
  // threads: that one picture may be rendered with, 0: one per core.
  explicit Renderer(int threads = 0, QObject* parent = nullptr);
  ~Renderer() override;  // stops what runs, and waits for it

  int addSlot();
  void removeSlot(int slot);
  // Returns the generation that the answer will carry; generations grow.
  quint64 request(int slot, RenderRequest request);
  // Nothing that was asked for before is answered.
  void cancel(int slot);

 Q_SIGNALS:
  void rendered(const platen::ui::RenderedPicture& picture);

 private:
  struct Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace platen::ui
