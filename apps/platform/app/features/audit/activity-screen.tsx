import { organizationsApi } from '@sherpa/api-client/organizations'
import type { ActivityEvent, EventKind } from '@sherpa/contracts/activity'
import { Panel } from '@sherpa/ui/panel'
import { useSearchParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useList } from '../../list/use-list.ts'
import { filterIn, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'

const kinds: EventKind[] = ['people', 'permissions', 'settings', 'billing']

export function Component() {
  const { id, name, may } = useOrganization()
  const [search] = useSearchParams()
  const list = useList(
    organizationsApi.endpoints.organizationActivity,
    { organization: id, query: queryOf(filterIn(search)) },
    'activity',
  )
  return (
    <>
      <ScreenHeading title="Activity" within={name} />
      <ActivityFilters kinds={kinds} people={may('people.view') ? othersIn(list.rows) : undefined} />
      <Panel title="Events">
        <EventPages list={list} isFiltered={search.size > 0} empty="No activity yet" />
      </Panel>
    </>
  )
}

/** Everyone involved in the loaded events, including former members. Names by id. */
function othersIn(events: ActivityEvent[]) {
  const people = events.flatMap(({ actor, person }) => [actor, person]).filter((one) => one !== null)
  return new Map(people.map(({ id, name }) => [id, name]))
}
