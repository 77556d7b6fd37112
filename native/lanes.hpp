// What the lane kernels offer to the rest of the core: plain data and C functions, nothing that a linker could share
// between objects built for different instruction sets.
