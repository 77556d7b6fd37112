// Solves with csp/ a classic puzzle that a lane gave up.
#pragma once
#include <stddef.h>

#include "classic/kernel.hpp"

namespace farandole {

// Solves a puzzle of a batch again, up to its limit. The first solution stays the one that the kernel found; guesses
// are added. Returns false if it was stopped.
bool solve_given_up(const Batch& batch, size_t puzzle);

}  // namespace farandole
