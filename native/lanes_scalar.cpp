// One puzzle at a time: the cursor, and calls for a puzzle or two.
#define FARANDOLE_KERNEL scalar
#define FARANDOLE_WIDTH 1
#include "lanes.inl"
