// The order of decisions: the variable in the most conflicts first; recent conflicts count more.
#pragma once
#include <cstdint>
#include <vector>

namespace farandole {

// A heap of variables by score. Each increment is larger than the one before, which is equivalent to decaying all
// scores (Eén, Sörensson, "An extensible SAT-solver", SAT 2003).
class VariableOrder {
  public:
    explicit VariableOrder(int32_t size) : scores_(size, 0), places_(size, -1) {
        for (int32_t variable = 0; variable < size; ++variable) insert(variable);
    }

    bool is_empty() const { return heap_.empty(); }

    int32_t pop() {
        const int32_t first = heap_.front(), last = heap_.back();
        heap_.pop_back();
        if (first != last) sink(0, last);
        places_[first] = -1;
        return first;
    }

    void insert(int32_t variable) {
        if (places_[variable] >= 0) return;
        heap_.push_back(variable);
        rise((int32_t)heap_.size() - 1, variable);
    }

    void raise(int32_t variable) {
        if ((scores_[variable] += step_) > 1e100) {
            for (double& score : scores_) score *= 1e-100;
            step_ *= 1e-100;
        }
        if (places_[variable] >= 0) rise(places_[variable], variable);
    }

    void decay() { step_ /= 0.95; }

  private:
    void put(int32_t place, int32_t variable) { heap_[places_[variable] = place] = variable; }

    void rise(int32_t place, int32_t variable) {
        for (; place > 0; place = (place - 1) / 2) {
            const int32_t above = heap_[(place - 1) / 2];
            if (scores_[variable] <= scores_[above]) break;
            put(place, above);
        }
        put(place, variable);
    }

    void sink(int32_t place, int32_t variable) {
        const int32_t size = (int32_t)heap_.size();
        for (int32_t child; (child = 2 * place + 1) < size; place = child) {
            if (child + 1 < size && scores_[heap_[child + 1]] > scores_[heap_[child]]) ++child;
            if (scores_[heap_[child]] <= scores_[variable]) break;
            put(place, heap_[child]);
        }
        put(place, variable);
    }

    std::vector<double> scores_;
    double step_ = 1;
    std::vector<int32_t> places_;  // by variable: its index in the heap, or -1
    std::vector<int32_t> heap_;    // no variable has a higher score than its parent
};

}  // namespace farandole
