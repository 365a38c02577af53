import { Ready } from '../../../frame/loaded.tsx'
import { DealsOfRecord, useDealsOf } from '../../deals/deals-of-record.tsx'
import { namedAthlete, useAthleteRecord } from './athlete-context.ts'

const SHOWN = 20

export function Component() {
  const { athlete } = useAthleteRecord()
  const whose = { athlete: athlete.id }
  return (
    <div className="record-main">
      <Ready queries={[...useDealsOf(whose, SHOWN)]}>
        {() => <DealsOfRecord whose={whose} most={SHOWN} isTab preset={{ athlete: namedAthlete(athlete) }} />}
      </Ready>
    </div>
  )
}
