// What the recorder's device function writes and the player reads: one entry for each access of a thread.
#pragma once
#include <cstdint>

struct Access {
  uint64_t address;
  /** The block's number in the grid, and the thread's in the block. */
  uint16_t block, thread;
  uint16_t bytes;
  /** 1 it reads, 2 it writes. */
  uint8_t does;
  uint8_t isShared;
};

struct Record {
  uint32_t count, room;
  Access* accesses;
};
