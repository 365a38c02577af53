import { accountActivityApi } from '@sherpa/api-client/account-activity'
import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useAccount } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import { useList } from '../../list/use-list.ts'
import { AccountFrame } from '../accounts/account/account-frame.tsx'
import { activityFilter, queryOf } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EventPages } from './event-pages.tsx'

/** Anyone can cause failed log-ins, so a separate list keeps them from flooding the others. */
const FAILED: EventKind = 'failed-log-ins'
const FAILED_ONLY = `?kind=${FAILED}`

export function Component() {
  const { user } = useAccount()
  const address = useListAddress(activityFilter)
  const { kind, from, until } = address.state
  const query = queryOf({ ...(kind && { kind }), ...(from && { from }), ...(until && { until }) })
  const list = useList(accountActivityApi.endpoints.accountActivity, { query }, 'activity')
  const failed = kind === FAILED
  const kinds: EventKind[] = ['log-ins', 'security', 'profile', ...(user.staff ? (['billing', 'jobs'] as const) : [])]
  return (
    <AccountFrame title="Activity">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <nav aria-label="Activity" className="flex flex-wrap gap-2">
          <Tab to="?" current={!failed}>
            Your activity
          </Tab>
          <Tab to={FAILED_ONLY} current={failed}>
            {eventKinds[FAILED]}
          </Tab>
        </nav>
        <ActivityFilters address={address} kinds={failed ? [] : kinds} />
      </div>
      <section aria-label={failed ? eventKinds[FAILED] : 'Your activity'} className="flex flex-col gap-6">
        <h2 className="sr-only">{failed ? eventKinds[FAILED] : 'Your activity'}</h2>
        <p className="-mb-2 max-w-[72ch] text-sm text-grey">
          {failed
            ? 'If you don’t recognize these attempts, turn on two-factor authentication.'
            : 'If you don’t recognize something, change your password.'}
        </p>
        <EventPages
          list={list}
          isFiltered={Object.keys(query).length > (failed ? 1 : 0)}
          clear={failed ? FAILED_ONLY : '?'}
          empty={failed ? 'No failed log-in attempts' : 'No activity yet'}
          me={user.id}
        />
      </section>
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
