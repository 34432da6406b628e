// What `platen map` reads: places as JSON, hOCR or ALTO.
#include "core/io/place_map.h"
#include "tests/fuzz/photo_decoding.h"

#include <cstddef>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using platen::Vec2;
  const platen::io::PlaceMap map{.place =
                                     [](Vec2 p) {
                                       return p.x < 500 ? std::optional<Vec2>({p.y, 400 - p.x}) : std::nullopt;
                                     },
                                 .is_inside = [](Vec2 p) { return p.x >= 0 && p.y >= 0 && p.x <= 300 && p.y <= 400; },
                                 .from_px = {300, 400},
                                 .to_px = {400, 300},
                                 .frame = "source"};
  const auto places = platen::io::mapPlaces({reinterpret_cast<const char*>(bytes), count}, map, "places");
  platen::fuzz::require(places || !places.error().message.empty());
  return 0;
}
