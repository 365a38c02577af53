/** CPU time of this thread in milliseconds, without other processes and background garbage collection. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
