import { organizationsApi } from '@sherpa/api-client/organizations'
import type { EventKind } from '@sherpa/contracts/activity'
import { Panel } from '@sherpa/ui/panel'
import { useSearchParams } from 'react-router'
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
  const pages = organizationsApi.useOrganizationActivityInfiniteQuery({
    organization: id,
    query: queryOf(filterIn(search)),
  })
  const people = organizationsApi.usePeopleQuery({ organization: id }, { skip: !may('people.view') })
  const events = pages.currentData?.pages.flatMap((page) => page.events) ?? []
  return (
    <>
      <ScreenHeading title="Activity" within={name} />
      <ActivityFilters kinds={kinds} people={peopleIn(people.currentData?.members ?? [], events)} />
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
