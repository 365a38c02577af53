import { organisationsApi } from '@sherpa/api-client/organisations'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { useQuery } from '../../data/use-query.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { EventList } from './event-list.tsx'

export function Component() {
  const { id, name } = useOrganisation()
  const activity = useQuery(organisationsApi.endpoints.organisationActivity, id)
  return (
    <>
      <ScreenHeading title="Activity" within={name} lead={`Who did what in ${name}, and when.`} />
      <Loaded query={activity}>
        {({ events }) => (
          <Panel title="Latest events">
            {events.length > 0 ? (
              <EventList events={events} />
            ) : (
              <EmptyState title="Nothing has happened yet">
                What you and others do here shows up in this list.
              </EmptyState>
            )}
          </Panel>
        )}
      </Loaded>
    </>
  )
}
