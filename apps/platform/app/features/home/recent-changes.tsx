import type { ActivityEvent } from '@sherpa/contracts/activity'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { groupSteps } from '../audit/event-sentence.ts'
import { EventText } from '../audit/event-text.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'

/** Loaded, because steps of one report are one row, and the reader's own views are none. */
export const CHANGES_LOADED = '24'
const SHOWN = 6

const views: readonly ActivityEvent['event'][] = ['athlete-reach-shown', 'contact-shown', 'ncaa-id-shown']
const isView = ({ event }: ActivityEvent) => views.includes(event)

/** The latest activity of the organization. */
export function RecentChanges({ newest }: { newest: ActivityEvent[] }) {
  const { id } = useOrganization()
  const { user } = useAccount()
  const seen = newest.filter((event) => !(isView(event) && event.actor?.id === user.id))
  const shown = groupSteps(seen).slice(0, SHOWN)
  return (
    <Panel
      title="Recent changes"
      actions={
        <Link to={`/organizations/${id}/activity`} className={sectionLinkClass}>
          Activity
        </Link>
      }
    >
      {shown.length > 0 ? (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {shown.map((event) => (
            <Change key={event.id} event={event} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-grey">No changes yet.</p>
      )}
    </Panel>
  )
}

function Change({ event }: { event: ActivityEvent }) {
  const { user } = useAccount()
  return (
    <li className="flex min-h-9 items-center gap-3 py-1.5 text-sm max-md:items-start max-md:py-2">
      {event.actor ? (
        <Avatar name={event.actor.name} />
      ) : (
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-quiet">
          <ToolIcon name="activity" className="size-3" />
        </span>
      )}
      <p className="min-w-0 flex-1 break-words">
        <EventText event={event} me={user.id} />
      </p>
      <span className="text-xs text-grey tabular-nums">
        <Ago at={event.at} />
      </span>
    </li>
  )
}
