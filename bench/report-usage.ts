// Loaded into a measured server: answers with the processor time it has used, in milliseconds, or the memory it holds, in megabytes.
process.on('message', (question) => {
  if (question === 'memory') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss / 1e6)
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
