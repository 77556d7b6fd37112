// Vectors of 256 bits, as the compiler makes them of what every machine has.
#define FARANDOLE_KERNEL baseline
#include "lanes/boxes/boxes.inl"
