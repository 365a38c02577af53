import { athletesApi } from '@sherpa/api-client/athletes'
import { organizationsApi } from '@sherpa/api-client/organizations'
import type { ActivityEvent, EventKind } from '@sherpa/contracts/activity'
import { athleteName } from '@sherpa/contracts/athlete'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { useList } from '../../list/use-list.ts'
import { activityFilter, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'
import { VerifyActions } from './verify-actions.tsx'

const kinds: EventKind[] = ['people', 'permissions', 'settings', 'billing']
/** Hidden from readers who do not see all athletes. */
const kindsOfAthletes: EventKind[] = ['athletes', 'deals', 'tasks', 'money']
/** Choices offered besides those in the loaded events. */
const OFFERED = '100'

export function Component() {
  const { id, name, may } = useOrganization()
  const address = useListAddress(activityFilter)
  const seesAthletes = may('athletes.view') && may('athletes.all')
  const list = useList(
    organizationsApi.endpoints.organizationActivity,
    { organization: id, query: queryOf(address.state) },
    'activity',
  )
  const person = usePersonFilter(list.rows)
  const athlete = useAthleteFilter(list.rows, address.state.athlete)
  return (
    <>
      <ScreenHeading title="Activity" within={name} />
      {/* On phones beside the first day, which has the same height. */}
      <div className="max-md:relative max-md:z-1 max-md:-mb-18 max-md:ml-auto">
        <ActivityFilters
          address={address}
          kinds={seesAthletes ? [...kinds, ...kindsOfAthletes] : kinds}
          more={[...(may('people.view') ? [person] : []), ...(seesAthletes ? [athlete] : [])]}
          actions={may('activity.verify') && <VerifyActions />}
        />
      </div>
      <section aria-label="Events">
        <h2 className="sr-only">Events</h2>
        <EventPages list={list} isFiltered={address.isNarrowed} empty="No activity yet" isBelowFilters />
      </section>
    </>
  )
}

/** Members, and everyone in the loaded events, including former members. */
function usePersonFilter(events: readonly ActivityEvent[]): ChoiceFilter {
  const { id: organization, may } = useOrganization()
  const members = organizationsApi.useMembersInfiniteQuery(
    { organization, query: { sort: 'name', limit: OFFERED } },
    { skip: !may('people.view') },
  )
  const people = [...(members.data?.pages[0]?.rows ?? []), ...events.flatMap(({ actor, person }) => [actor, person])]
  return { name: 'person', label: 'Person', choices: namesOf(people), most: 1 }
}

/** Athletes by name, those in the loaded events, and the chosen one. */
function useAthleteFilter(events: readonly ActivityEvent[], chosen: string | undefined): ChoiceFilter {
  const { id: organization, may } = useOrganization()
  const isHidden = !may('athletes.view')
  const athletes = athletesApi.useAthletesInfiniteQuery(
    { organization, query: { sort: 'name', limit: OFFERED } },
    { skip: isHidden },
  )
  const one = athletesApi.useAthleteQuery({ organization, athlete: chosen ?? '' }, { skip: isHidden || !chosen })
  const named = [...(athletes.data?.pages[0]?.rows ?? []), ...(one.currentData ? [one.currentData] : [])]
  const people = named.map((athlete) => ({ id: athlete.id, name: athleteName(athlete) }))
  return {
    name: 'athlete',
    label: 'Athlete',
    choices: namesOf([...people, ...events.map(({ athlete }) => athlete)]),
    most: 1,
  }
}

function namesOf(people: readonly ({ id: string; name: string } | null)[]) {
  return Object.fromEntries(people.flatMap((one) => (one ? [[one.id, one.name]] : [])))
}
