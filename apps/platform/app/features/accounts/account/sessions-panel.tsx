import { accountsApi } from '@sherpa/api-client/accounts'
import type { SessionList } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Moment } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Loaded } from '../../../frame/loaded.tsx'

type Session = SessionList['sessions'][number]

export function SessionsPanel() {
  const [endOtherSessions] = accountsApi.useEndOtherSessionsMutation()
  const sessions = accountsApi.useSessionsQuery()
  const { busy, run } = useAction()
  const others = sessions.currentData?.sessions.filter(({ current }) => !current).length ?? 0
  const heading = useFocusWhenLost(others)
  const revokeOthers = () => run(() => endOtherSessions().unwrap(), 'All other devices were logged out.')
  return (
    <Panel
      headingRef={heading}
      title="Devices"
      lead="Where you’re logged in. If you don’t recognize a device, log it out and change your password."
      actions={
        others > 0 && (
          <Button look="secondary" size="small" busy={busy} onClick={revokeOthers}>
            Log out all other devices
          </Button>
        )
      }
    >
      <Loaded query={sessions}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function SessionRow({ session: { id, current, device, signedInAt, lastSeenAt } }: { session: Session }) {
  const [endSession] = accountsApi.useEndSessionMutation()
  const { busy, run } = useAction()
  const revoke = () => run(() => endSession({ session: id }).unwrap(), `${device} was logged out.`)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-ink">
          {device}
          {current && <StatusBadge tone="good">This device</StatusBadge>}
        </p>
        <p className="text-sm">
          Logged in <Moment at={signedInAt} />
          {!current && (
            <>
              {' '}
              · last seen <Moment at={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button look="secondary" size="small" busy={busy} aria-label={`Log out ${device}`} onClick={revoke}>
          Log out
        </Button>
      )}
    </li>
  )
}
