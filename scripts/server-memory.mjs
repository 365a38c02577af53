// Bounds memory that is freed but not returned to the system: see "Memory" in docs/operations.md.

/** V8 lets the young generation grow to 120 MB otherwise. */
export const serverFlags = ['--max-semi-space-size=16']
/** glibc gives each thread an arena of its own otherwise. */
export const serverSettings = { MALLOC_ARENA_MAX: '2' }
