import { dealsApi } from '@sherpa/api-client/deals'
import { hoursInWords } from '@sherpa/contracts/availability'
import type { Deal } from '@sherpa/contracts/deal'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { useToday } from '../../../frame/use-today.ts'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { DeliverableStateBadge } from '../deliverable-state-badge.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { ProofList } from './proof-list.tsx'
import { RemindAthlete } from './remind-athlete.tsx'

export function useDeliverablesOf({ id: deal, versionInForce }: Deal) {
  const { id: organization } = useOrganization()
  return useFirstPage(
    dealsApi.endpoints.deliverables,
    { organization, query: { deal, limit: '100' } },
    'deliverables',
    { skip: versionInForce === null },
  )
}

/** Deliverables of a deal in force. */
export function OwedDeliverables({ deal }: { deal: Deal }) {
  const owed = useDeliverablesOf(deal)
  const rows: DeliverableRow[] = owed.currentData?.pages[0]?.rows ?? []
  if (rows.length === 0) return null
  return (
    <ul className="-mt-4 divide-y divide-line-soft border-b border-line-soft">
      {rows.map((row) => (
        <DeliverableItem key={row.id} row={row} />
      ))}
    </ul>
  )
}

/** Such as "2 of 4 accepted". */
export function acceptedInWords(rows: readonly DeliverableRow[]) {
  return `${rows.filter(({ state }) => state === 'accepted').length} of ${rows.length} accepted`
}

function DeliverableItem({ row }: { row: DeliverableRow }) {
  const { id: organization } = useOrganization()
  const [decide] = dealsApi.useDecideDeliverableMutation()
  const today = useToday()
  const { id, title, dueOn, away, comment, actions, version } = row
  const [chosen, setAsked] = useState<'prove' | 'accepted' | 'returned'>()
  const [isProofLinked, setProofLinked] = useOpenedByAddress(`prove-${id}`)
  const [isReviewLinked, setReviewLinked] = useOpenedByAddress(`accept-${id}`)
  const linked =
    isProofLinked && actions.includes('prove')
      ? 'prove'
      : isReviewLinked && actions.includes('decide')
        ? 'accepted'
        : undefined
  const asked = chosen ?? linked
  const close = () => {
    setAsked(undefined)
    setProofLinked(false)
    setReviewLinked(false)
  }
  const decision = asked === 'accepted' || asked === 'returned' ? asked : undefined
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words text-ink">{title}</p>
        <p className="text-xs text-grey">
          {dueOn ? `Due ${calendarDay(dueOn)}` : 'No date'}
          {away && `. Athlete away ${hoursInWords(away)}`}
        </p>
        {comment && <p className="text-xs break-words text-slate">“{comment}”</p>}
        <ProofList row={row} />
      </div>
      <DeliverableStateBadge row={row} today={today} />
      <span className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">
        {actions.includes('prove') && (
          <Button look="secondary" size="small" onClick={() => setAsked('prove')}>
            Add proof
            <span className="sr-only"> of {title}</span>
          </Button>
        )}
        {actions.includes('remind') && (
          <RemindAthlete deliverable={id}>
            Remind athlete
            <span className="sr-only"> of {title}</span>
          </RemindAthlete>
        )}
        {actions.includes('decide') && (
          <>
            <Button look="secondary" size="small" onClick={() => setAsked('accepted')}>
              Accept
              <span className="sr-only"> the proof of {title}</span>
            </Button>
            <Button look="secondary" size="small" onClick={() => setAsked('returned')}>
              Return
              <span className="sr-only"> the proof of {title}</span>
            </Button>
          </>
        )}
      </span>
      <ProofDialog row={row} open={asked === 'prove'} onClose={close} />
      <ActionDialog
        question={
          decision && {
            title: decision === 'accepted' ? 'Accept proof?' : 'Return proof?',
            confirm: decision === 'accepted' ? 'Accept proof' : 'Return proof',
            confirming: 'Saving…',
            comment: { label: 'Comment' },
            async act(comment) {
              const body = { version, decision, comment }
              await decide({ organization, deliverable: id, body }).unwrap()
              showToast('success', decision === 'accepted' ? 'Proof accepted.' : 'Proof returned.')
            },
            children: (
              <>
                <p className="break-words">{title}</p>
                <ProofList row={row} withPictures />
              </>
            ),
          }
        }
        onClose={close}
      />
    </li>
  )
}
