import { setTimeout as pause } from 'node:timers/promises'

// Loaded into a measured server: answers with the processor time it has used, in milliseconds, or the memory it holds, in megabytes.
process.on('message', async (question) => {
  if (question === 'memory') {
    // What the first round frees is given back to the system a moment later.
    globalThis.gc?.()
    await pause(1000)
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss / 1e6)
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
