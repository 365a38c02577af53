import { accountActivityApi } from '@sherpa/api-client/account-activity'
import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { Link, useSearchParams } from 'react-router'
import { useAccount } from '../../frame/account-context.ts'
import { useList } from '../../list/use-list.ts'
import { AccountFrame } from '../accounts/account/account-frame.tsx'
import { filterIn, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'

/** Anyone can cause failed log-ins, so a separate list keeps them from flooding the others. */
const FAILED: EventKind = 'failed-log-ins'
const FAILED_ONLY = `?kind=${FAILED}`

export function Component() {
  const { user } = useAccount()
  const [search] = useSearchParams()
  const filter = filterIn(search)
  const { person: _, ...query } = queryOf(filter)
  const list = useList(accountActivityApi.endpoints.accountActivity, { query }, 'activity')
  const failed = filter.kind === FAILED
  const kinds: EventKind[] = ['log-ins', 'security', 'profile', ...(user.staff ? (['billing', 'jobs'] as const) : [])]
  return (
    <AccountFrame title="Activity">
      <nav aria-label="Activity" className="flex flex-wrap gap-3">
        <Tab to="?" current={!failed}>
          Your activity
        </Tab>
        <Tab to={FAILED_ONLY} current={failed}>
          {eventKinds[FAILED]}
        </Tab>
      </nav>
      <ActivityFilters kinds={failed ? [] : kinds} clear={failed ? FAILED_ONLY : '?'} />
      <Panel
        title={failed ? eventKinds[FAILED] : 'Your activity'}
        lead={
          failed
            ? 'Failed attempts to log in to your account. If you don’t recognize them, turn on two-factor authentication.'
            : 'Everything that happened in your account. If you don’t recognize something, change your password.'
        }
      >
        <EventPages
          list={list}
          isFiltered={search.size > (failed ? 1 : 0)}
          empty={failed ? 'No failed log-in attempts' : 'No activity yet'}
          me={user.id}
        />
      </Panel>
    </AccountFrame>
  )
}

function Tab({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={`${buttonClass({ look: 'secondary', size: 'small' })} aria-[current]:border-glacier aria-[current]:bg-glacier-pale aria-[current]:text-glacier-deep`}
    >
      {children}
    </Link>
  )
}
