import { AgreementsPanel } from '../agreements/agreements-panel.tsx'
import { AthleteFiles } from '../files/athlete-files.tsx'
import { useAthleteRecord } from './athlete-context.ts'

export function Component() {
  const { athlete } = useAthleteRecord()
  return (
    <div className="record-main">
      <div className="flex flex-col gap-7">
        <AgreementsPanel athlete={athlete.id} />
        <AthleteFiles athlete={athlete.id} minor={athlete.minor} />
      </div>
    </div>
  )
}
