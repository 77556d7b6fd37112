// Vectors of 256 bits, as the compiler makes them of what every machine has.
#define FARANDOLE_KERNEL baseline
#include "classic/boxes/boxes.inl"
