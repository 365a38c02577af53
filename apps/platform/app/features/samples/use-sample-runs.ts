import { organizationsApi } from '@sherpa/api-client/organizations'
import type { SampleRun } from '@sherpa/contracts/organization'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const POLL_MS = 1000

/** Samples that are being created or removed, also after a reload. `onDone` is called once for each that no longer is. */
export function useSampleRuns(onDone: (id: string) => unknown) {
  const [isPolling, setIsPolling] = useState(false)
  const { currentData, refetch } = organizationsApi.useSampleRunsQuery(undefined, {
    pollingInterval: isPolling ? POLL_MS : 0,
  })
  const seen = useRef<SampleRun[]>([])
  const runs = currentData?.runs
  const compare = useEffectEvent((now: SampleRun[]) => {
    const done = seen.current.filter(({ id }) => !now.some((run) => run.id === id))
    seen.current = now
    for (const { id } of done) onDone(id)
  })
  useEffect(() => {
    if (!runs) return
    setIsPolling(runs.some(({ failed }) => !failed))
    compare(runs)
  }, [runs])

  return {
    runs: runs ?? [],
    /** For one that was just asked for, which may be done before it was seen. */
    async watch(id: string) {
      const now = await refetch().unwrap()
      if (!now.runs.some((run) => run.id === id) && !seen.current.some((run) => run.id === id)) onDone(id)
    },
  }
}
