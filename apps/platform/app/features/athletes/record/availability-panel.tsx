import { dealsApi } from '@sherpa/api-client/deals'
import { addDays } from '@sherpa/contracts/days'
import { Panel } from '@sherpa/ui/panel'
import { useOrganization } from '../../../frame/account-context.ts'
import { useToday } from '../../../frame/use-today.ts'
import { AwayTimes } from '../away-times.tsx'

const DAYS_AHEAD = 60

/** When the athlete is away, for people who don't see deals. Hidden if never. */
export function AvailabilityPanel({ athlete }: { athlete: string }) {
  const { id: organization, may } = useOrganization()
  const today = useToday()
  const { currentData } = dealsApi.useAvailabilityQuery(
    { organization, query: { athlete, from: today, until: addDays(today, DAYS_AHEAD) } },
    { skip: may('deals.view') },
  )
  if (!currentData || currentData.away.length === 0) return null
  return (
    <Panel title="Availability">
      <AwayTimes away={currentData.away} />
    </Panel>
  )
}
