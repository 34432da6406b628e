#include "core/sampling/fused_batch.h"

namespace platen::sampling {
FusedBatch::FusedBatch(FusedDevice& device,
                       const FusedTables& tables,
                       const std::vector<FusedBatchPage>& pages,
                       Border border,
                       const FusedTerm& term)
    : device_(device), lattice_(device, tables) {
  requireOfPage(!pages.empty() && pages.size() <= kMostPages, "pages must be 1 to 65535");
  for (const FusedBatchPage& page : pages) {
    requireOfPage(page.image.kind == pages[0].image.kind && page.image.channels == pages[0].image.channels,
                  "the pages' images must have one pixel kind and channel count");
    own_.emplace_back(device, lattice_, page, border, term);
  }
  const std::size_t numbers = pages.size() * netSize();
  nets_ = DeviceBlock(device, numbers * sizeof(float));
  gradients_ = DeviceBlock(device, numbers * sizeof(float));
  sums_ = DeviceBlock(device, pages.size() * sizeof(FusedSums));
  std::vector<FusedPage> table;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    FusedPage& page = table.emplace_back(own_[k].page);
    page.net = nets_.as<float>() + k * netSize();
    page.grad_net = gradients_.as<float>() + k * netSize();
    page.sums = sums_.as<double>() + 2 * k;
  }
  pages_ = DeviceBlock(device, table);
  launch_ = launchFor(pages[0].image, border, term);
  launch_.makeRoomFor(lattice_.blocks);
  launch_.pages = pages_.as<const FusedPage>();
  launch_.count = static_cast<int>(pages.size());
}

void FusedBatch::upload(std::span<const float> nets) {
  requireOfPage(nets.size() == pages() * netSize(), "there is one net for each page");
  device_.upload(nets_.as<void>(), nets.data(), nets.size_bytes());
}

void FusedBatch::launch(bool gradient) {
  launch_.gradient = gradient;
  device_.launch(launch_);
}

void FusedBatch::download(std::span<float> gradients, std::span<FusedSums> sums) {
  static_assert(sizeof(FusedSums) == 2 * sizeof(double));
  requireOfPage(sums.size() == pages() && (gradients.empty() || gradients.size() == pages() * netSize()),
                "there are sums and a gradient for each page");
  device_.download(sums.data(), sums_.as<void>(), sums.size_bytes());
  if (!gradients.empty()) {
    device_.download(gradients.data(), gradients_.as<void>(), gradients.size_bytes());
  }
}

void FusedBatch::step(std::span<const float> nets, std::span<float> gradients, std::span<FusedSums> sums) {
  upload(nets);
  launch(!gradients.empty());
  download(gradients, sums);
  device_.finish();
}

}  // namespace platen::sampling
