// A classic puzzle that a kernel gave up: a search that learns takes over.
#pragma once
#include <stddef.h>

#include "classic/kernel.hpp"

namespace farandole {

// Answers a puzzle of a batch anew, up to its limit. The first solution that the kernel found stays the first; guesses
// are added up. False if stopped.
bool solve_given_up(const Batch& batch, size_t puzzle);

}  // namespace farandole
