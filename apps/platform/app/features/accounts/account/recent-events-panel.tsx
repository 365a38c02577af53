import { accountActivityApi } from '@sherpa/api-client/account-activity'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { useAccount } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { EventList } from '../../audit/event-list.tsx'

const SHOWN = 10

export function RecentEventsPanel() {
  const { user } = useAccount()
  const activity = useFirstPage(
    accountActivityApi.endpoints.accountActivity,
    { query: { limit: String(SHOWN) } },
    'activity',
  )
  return (
    <Panel
      title="Recent activity"
      lead="If you don’t recognize something, change your password."
      actions={
        <Link to="/account/activity" className={`touch-area ${textLinkClass} text-sm`}>
          All activity
        </Link>
      }
    >
      <Loaded query={activity}>
        {({ pages: [newest] }) =>
          newest && newest.rows.length > 0 ? (
            <EventList events={newest.rows} me={user.id} />
          ) : (
            <EmptyState title="No activity yet" />
          )
        }
      </Loaded>
    </Panel>
  )
}
