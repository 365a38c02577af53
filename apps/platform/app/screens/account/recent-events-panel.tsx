import { accountsApi } from '@sherpa/api-client/accounts'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { useQuery } from '../../data/use-query.ts'
import { useAccount } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { EventList } from '../activity/event-list.tsx'

/** Enough to notice what one did not do oneself. */
const SHOWN = 10

export function RecentEventsPanel() {
  const { user } = useAccount()
  const activity = useQuery(accountsApi.endpoints.accountActivity, undefined)
  return (
    <Panel title="Recent events" lead="What happened to your account lately.">
      <Loaded query={activity}>
        {({ events }) =>
          events.length > 0 ? (
            <EventList events={events.slice(0, SHOWN)} me={user.name} />
          ) : (
            <EmptyState title="Nothing has happened yet" />
          )
        }
      </Loaded>
    </Panel>
  )
}
