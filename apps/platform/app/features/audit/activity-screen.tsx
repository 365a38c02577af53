import { athletesApi } from '@sherpa/api-client/athletes'
import { organizationsApi } from '@sherpa/api-client/organizations'
import type { ActivityEvent, EventKind } from '@sherpa/contracts/activity'
import { athleteName } from '@sherpa/contracts/athlete'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useList } from '../../list/use-list.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import { filterIn, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'
import { VerifyActions } from './verify-actions.tsx'

const kinds: EventKind[] = ['people', 'permissions', 'settings', 'billing']
/** Hidden from readers who do not see all athletes. */
const kindsOfAthletes: EventKind[] = ['athletes', 'deals', 'tasks', 'money']

export function Component() {
  const { id, name, may } = useOrganization()
  const [search] = useSearchParams()
  const filter = filterIn(search)
  const seesAthletes = may('athletes.view') && may('athletes.all')
  const list = useList(
    organizationsApi.endpoints.organizationActivity,
    { organization: id, query: queryOf(filter) },
    'activity',
  )
  return (
    <>
      <ScreenHeading title="Activity" within={name} actions={may('activity.verify') && <VerifyActions />} />
      <ActivityFilters
        kinds={seesAthletes ? [...kinds, ...kindsOfAthletes] : kinds}
        people={may('people.view') ? othersIn(list.rows) : undefined}
        athleteField={seesAthletes ? (choose) => <AthleteField chosen={filter.athlete} onChoose={choose} /> : undefined}
      />
      <Panel title="Events">
        <EventPages list={list} isFiltered={search.size > 0} empty="No activity yet" />
      </Panel>
    </>
  )
}

/** Keeps the filter while another name is typed. */
function AthleteField({ chosen, onChoose }: { chosen: string | undefined; onChoose: (athlete: string) => void }) {
  const { id: organization } = useOrganization()
  const { currentData } = athletesApi.useAthleteQuery({ organization, athlete: chosen ?? '' }, { skip: !chosen })
  const [isTyping, setTyping] = useState(false)
  const name = currentData ? athleteName(currentData) : 'One athlete'
  return (
    <div className="max-md:col-span-2">
      <FindAthlete
        placeholder="All athletes"
        error={undefined}
        chosen={chosen && !isTyping ? { id: chosen, name } : undefined}
        onChoose={(athlete) => {
          setTyping(athlete === undefined)
          if (athlete) onChoose(athlete.id)
        }}
      />
    </div>
  )
}

/** Everyone involved in the loaded events, including former members. Names by id. */
function othersIn(events: ActivityEvent[]) {
  const people = events.flatMap(({ actor, person }) => [actor, person]).filter((one) => one !== null)
  return new Map(people.map(({ id, name }) => [id, name]))
}
