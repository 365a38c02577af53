import { organizationsApi } from '@sherpa/api-client/organizations'
import type { EventKind } from '@sherpa/contracts/activity'
import { Panel } from '@sherpa/ui/panel'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { usePages, useQuery } from '../../data/use-query.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { filterIn, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'
import type { ActivityEvent } from './event-sentence.ts'

const kinds: EventKind[] = ['people', 'permissions', 'settings', 'billing']

export function Component() {
  const { id, name, may } = useOrganization()
  const [search] = useSearchParams()
  const query = useMemo(() => ({ organization: id, filter: queryOf(filterIn(search)) }), [id, search])
  const pages = usePages(organizationsApi.endpoints.organizationActivity, query)
  const people = useQuery(organizationsApi.endpoints.people, id, { skip: !may('people.view') })
  const events = pages.data?.flatMap((page) => page.events) ?? []
  return (
    <>
      <ScreenHeading title="Activity" within={name} lead={`Who did what in ${name}, and when.`} />
      <ActivityFilters kinds={kinds} people={peopleIn(people.data?.members ?? [], events)} />
      <Panel title="Events">
        <EventPages pages={pages} isFiltered={search.size > 0} empty="No activity yet" />
      </Panel>
    </>
  )
}

/** Members, and whoever else took part in what is shown: people who have left since. By id. */
function peopleIn(members: { id: string; name: string }[], events: ActivityEvent[]) {
  const others = events.flatMap(({ actor, person }) => [actor, person]).filter((one) => one !== null)
  return new Map([...members, ...others].map(({ id, name }) => [id, name]))
}
