import { useAthleteRecord } from './athlete-context.ts'
import { Timeline } from './timeline.tsx'

export function Component() {
  const { athlete, composer } = useAthleteRecord()
  return (
    <section aria-label="Timeline" className="record-main">
      <div className="max-w-160">
        <Timeline athlete={athlete} composer={composer} />
      </div>
    </section>
  )
}
