// What work listens to that can't pause halfway, such as setting up a problem: Ctrl-C ends it. No Python here.
#pragma once
#include <cstdint>

namespace farandole {

// Thrown by an alarm that rings.
struct WorkEnded {};

// Its owner says when it rings, and is asked now and then; by default it never does.
class Alarm {
  public:
    using Stops = bool (*)(void* context);

    Alarm() = default;
    Alarm(Stops stops, void* context) : stops_(stops), context_(context) {}

    bool rings() const { return stops_ && stops_(context_); }

    // Steps are of some ns each.
    void listen(int64_t steps = 1) {
        if ((steps_ += steps) < kBreath) return;
        steps_ = 0;
        if (rings()) throw WorkEnded{};
    }

  private:
    static constexpr int64_t kBreath = 1 << 18;  // steps between two looks: about a millisecond
    Stops stops_ = nullptr;
    void* context_ = nullptr;
    int64_t steps_ = 0;
};

}  // namespace farandole
