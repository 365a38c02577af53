import type { ActivityEvent } from '@sherpa/contracts/activity'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useAccount, useLabels, useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { eventSentence } from '../audit/event-sentence.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'

/** The latest activity of the organization. */
export function RecentChanges({ newest }: { newest: ActivityEvent[] }) {
  const { id } = useOrganization()
  return (
    <Panel
      title="Recent changes"
      actions={
        <Link to={`/organizations/${id}/activity`} className={sectionLinkClass}>
          Activity
        </Link>
      }
    >
      {newest.length > 0 ? (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {newest.map((event) => (
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
  const sentence = eventSentence(event, user.id, useLabels())
  const who = event.actor && sentence.startsWith(event.actor.name) ? event.actor.name : ''
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
        {who && <b className="font-medium text-ink">{who}</b>}
        {sentence.slice(who.length)}
      </p>
      <span className="text-xs text-grey tabular-nums">
        <Ago at={event.at} />
      </span>
    </li>
  )
}
