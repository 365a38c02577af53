import type { SampleRun } from '@sherpa/contracts/organization'
import { useId } from 'react'

/** A failed one says so. */
export function SampleProgress({ run: { failed, doneSteps, totalSteps }, doing }: { run: SampleRun; doing: string }) {
  const label = useId()
  if (failed) return <p className="text-sm">Something went wrong on our side. Please try again.</p>
  const percent = totalSteps ? Math.min(99, Math.floor((100 * doneSteps) / totalSteps)) : 0
  return (
    <div className="flex max-w-sm flex-col gap-2">
      <p id={label} className="text-sm tabular-nums" aria-live="polite">
        {doing} {percent}% done. You can leave this screen.
      </p>
      <progress aria-labelledby={label} value={percent} max={100} className="w-full" />
    </div>
  )
}
