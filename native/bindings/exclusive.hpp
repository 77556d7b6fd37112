// An object that only one thread at a time can use: a search, a cursor.
#pragma once
#include <atomic>
#include <stdexcept>
#include <type_traits>

namespace farandole {

// A second thread gets an error, like with a generator. It can't wait: a signal handler may call the object within its
// own call, and would then wait for itself.
class Exclusive {
  public:
    template <class Work>
    std::invoke_result_t<Work> run(Work work) {
        if (is_running_.exchange(true)) throw std::runtime_error("this search is running already");
        const struct Leave {
            std::atomic_bool& is_running;
            ~Leave() { is_running = false; }
        } leave{is_running_};
        return work();
    }

    bool is_running() const { return is_running_; }

  private:
    std::atomic_bool is_running_ = false;
};

}  // namespace farandole
