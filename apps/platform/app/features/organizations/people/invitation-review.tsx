import type { InvitationProblem } from '@sherpa/contracts/bulk-invitation'
import { Button } from '@sherpa/ui/button'
import { DialogActions } from '@sherpa/ui/dialog'
import { useId, useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'

/** Sent per request, so that progress is visible. */
const BATCH = 25

export type Invitee = { id: string; name: string; problem: InvitationProblem | null }
export type Group = { title: string; names: string[] }

/** After a number: one, or several. */
const reasons: Record<InvitationProblem, [one: string, several: string]> = {
  'already-a-member': ['is already a member', 'are already members'],
  'already-invited': ['already has an open invitation', 'already have open invitations'],
  'guardian-here': ['is the guardian of an athlete here', 'are guardians of athletes here'],
  'no-seat-left': ['exceeds the seats of your plan', 'exceed the seats of your plan'],
  'too-many-mails': ['exceeds your email limit for today', 'exceed your email limit for today'],
  'athlete-linked': ['already has an account', 'already have accounts'],
  'athlete-without-email': ['has no email address', 'have no email address'],
  'athlete-under-13': ['is under 13', 'are under 13'],
  'birth-date-needed': ['has no birth date', 'have no birth date'],
  'guardian-consent-needed': ['is a minor without a guardian’s consent', 'are minors without a guardian’s consent'],
  'address-of-contact': ['has the email address of a contact', 'have the email address of a contact'],
}

/** Shows the dry run, sends the invitations in batches and reports each result. */
export function InvitationReview({
  invitees,
  otherGroups = [],
  send,
  onBack,
  onClose,
}: {
  /** Results of the dry run. */
  invitees: Invitee[]
  /** Entries that were not checked. */
  otherGroups?: Group[]
  send: (ids: string[]) => Promise<Invitee[]>
  onBack?: () => void
  onClose: () => void
}) {
  const [results, setResults] = useState<Invitee[]>([])
  const [tried, setTried] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ready = invitees.filter(({ problem }) => problem === null)
  const left = ready.slice(tried)
  const sent = results.filter(({ problem }) => problem === null)
  const isDone = ready.length > 0 && left.length === 0
  const refused = [...invitees, ...results].filter(({ problem }) => problem !== null)

  async function sendLeft() {
    setIsSending(true)
    setFailure(undefined)
    try {
      for (let from = 0; from < left.length; from += BATCH) {
        const batch = left.slice(from, from + BATCH)
        const outcomes = await send(batch.map(({ id }) => id))
        setResults((before) => [...before, ...outcomes])
        setTried((before) => before + batch.length)
      }
    } catch (error) {
      setFailure(failureOf(error).text)
    }
    setIsSending(false)
  }

  return (
    <>
      <div className="flex flex-col gap-4 text-sm">
        <FormMessage failure={failure} />
        {isSending ? (
          <Progress done={tried} of={ready.length} />
        ) : (
          <p role="status" className="font-semibold text-ink tabular-nums">
            {results.length > 0 ? `${counted(sent.length)} sent` : `${counted(ready.length)} will be sent`}
          </p>
        )}
        <div className="flex flex-col gap-3">
          {[...groupsOf(refused), ...otherGroups].map((group) => (
            <Names key={group.title} {...group} />
          ))}
          {ready.length > 0 && (
            <details>
              <summary className="cursor-pointer font-medium text-ink max-md:py-3">
                {results.length > 0 ? 'Sent to' : 'Recipients'}
              </summary>
              <p className="break-words">{(results.length > 0 ? sent : ready).map(({ name }) => name).join(', ')}</p>
            </details>
          )}
        </div>
      </div>
      <DialogActions>
        {!isDone && (onBack || ready.length > 0) && (
          <Button look="secondary" disabled={isSending} onClick={onBack ?? onClose}>
            {onBack ? 'Back' : 'Cancel'}
          </Button>
        )}
        {isDone || ready.length === 0 ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button busy={isSending} onClick={sendLeft}>
            {isSending ? 'Sending…' : `Send ${counted(left.length)}`}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  const label = useId()
  return (
    <div>
      <p id={label} aria-live="polite" className="pb-2 tabular-nums">
        {done} of {of} sent
      </p>
      <progress aria-labelledby={label} value={done} max={of} className="w-full" />
    </div>
  )
}

function Names({ title, names }: Group) {
  return (
    <div>
      <p className="font-medium text-ink">{title}</p>
      <p className="break-words text-slate">{names.join(', ')}</p>
    </div>
  )
}

function groupsOf(invitees: readonly Invitee[]): Group[] {
  const groups = Map.groupBy(invitees, ({ problem }) => problem as InvitationProblem)
  return [...groups].map(([problem, some]) => ({
    title: `${some.length} ${reasons[problem][some.length === 1 ? 0 : 1]}`,
    names: some.map(({ name }) => name),
  }))
}

const counted = (invitations: number) => (invitations === 1 ? '1 invitation' : `${invitations} invitations`)
