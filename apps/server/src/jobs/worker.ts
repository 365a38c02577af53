type WorkerLog = { error: (details: object, message: string) => void }

export type Worker = { wake: () => void; stop: () => Promise<void>; lastSuccess: () => Date | undefined }

/**
 * Polling loop: runs at once when woken, else every `pauseMs`, and without pause while `work` finds something.
 * After a failure, such as a lost database, it retries after the pause.
 */
export function startWorker(work: () => Promise<number>, pauseMs: number, log: WorkerLog): Worker {
  let stopped = false
  let lastSuccess: Date | undefined
  let awake = Promise.withResolvers<void>()

  const running = (async () => {
    while (!stopped) {
      awake = Promise.withResolvers()
      try {
        let found: number
        do {
          found = await work()
          lastSuccess = new Date()
        } while (found > 0 && !stopped)
      } catch (error) {
        log.error({ err: error }, 'work failed; it will be tried again')
      }
      if (stopped) break
      const timer = setTimeout(awake.resolve, pauseMs)
      await awake.promise
      clearTimeout(timer)
    }
  })()

  return {
    wake: () => awake.resolve(),
    stop: async () => {
      stopped = true
      awake.resolve()
      await running
    },
    lastSuccess: () => lastSuccess,
  }
}
