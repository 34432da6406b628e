#include "tests/bench/page_candidates.h"

#include "core/optim/fit.h"
#include "tests/support/map_error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace platen::test {
namespace {

PageCandidate candidate(std::string_view name, const PageCues& cues, const BentPage& truth, const FitResult& fit) {
  return {name, optim::scorePage(cues, fit.grid, fit.page_extent_px), mapError(truth, fit).rms_percent};
}

struct Rule {
  std::string_view name;
  std::function<double(const PageCandidate&)> cost;
};

// The score has no metric term (PageScore::total); these add one of several weights, h per share of stretch.
std::vector<Rule> rules() {
  std::vector<Rule> rules{{"lowest score", [](const PageCandidate& c) { return c.score.total(); }}};
  struct Metric {
    std::string_view name;
    double weight;
  };
  for (const Metric& metric : {Metric{"and stretch x .1", 0.1}, {"and stretch x .5", 0.5}, {"and stretch x 2", 2.0}}) {
    rules.push_back({metric.name, [weight = metric.weight](const PageCandidate& c) {
                       return c.score.total() + weight * std::abs(c.score.stretch);
                     }});
  }
  rules.push_back({"best there is", [](const PageCandidate& c) { return c.error; }});
  return rules;
}

}  // namespace

std::vector<PageCandidate> candidatesOf(
    const PageCues& cues, const BentPage& truth, Size photo_px, const FitOptions& options, const FitResult& chosen) {
  std::vector<PageCandidate> all{candidate("chosen", cues, truth, chosen)};
  for (const auto& [name, model] :
       {std::pair{"plane", ModelLimit::plane}, {"sheet", ModelLimit::sheet}, {"free", ModelLimit::free}}) {
    FitOptions held = options;
    held.model = model;
    all.push_back(candidate(name, cues, truth, optim::fit(cues, {}, held, 0, {}, {})));
  }
  const optim::DeskewedPhoto photo = optim::deskewedPhoto(cues.frame, 0);
  all.push_back(
      {"photo", optim::scorePage(cues, photo.grid, photo.extent_px), mapErrorOfPhoto(truth, photo_px).rms_percent});
  return all;
}

void CandidateRules::add(std::vector<PageCandidate> candidates) {
  pages_.push_back(std::move(candidates));
}

std::string CandidateRules::table() const {
  constexpr double kClearly = 0.05;  // % of the diagonal
  std::vector<Rule> all = rules();
  all.insert(all.begin(),
             {"as the fit chooses", [](const PageCandidate& c) { return c.name == "chosen" ? 0.0 : 1.0; }});
  std::string table;
  for (const Rule& rule : all) {
    std::vector<double> errors;
    int better = 0;
    int worse = 0;
    for (const std::vector<PageCandidate>& page : pages_) {
      const PageCandidate& taken = *std::ranges::min_element(page, {}, rule.cost);
      errors.push_back(taken.error);
      better += taken.error < page.front().error - kClearly ? 1 : 0;
      worse += taken.error > page.front().error + kClearly ? 1 : 0;
    }
    std::ranges::sort(errors);
    const auto centile = [&](double share) {
      return errors.empty()
                 ? 0
                 : errors[static_cast<std::size_t>(std::lround(share * static_cast<double>(errors.size() - 1)))];
    };
    double sum = 0;
    for (const double error : errors) {
      sum += error;
    }
    table += fmt::format("{:20} mean {:.3f}, median {:.3f}, 90th centile {:.3f}, worst {:.3f} %; {} better, {} worse\n",
                         rule.name, errors.empty() ? 0 : sum / static_cast<double>(errors.size()), centile(0.5),
                         centile(0.9), centile(1), better, worse);
  }
  return table;
}

}  // namespace platen::test
