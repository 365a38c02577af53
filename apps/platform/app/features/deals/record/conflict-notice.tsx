import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Exclusivity conflicts with other deals. An approver may allow them with a reason. */
export function ConflictNotice({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const [accept] = dealsApi.useAcceptClashMutation()
  const [isAsked, setIsAsked] = useState(false)
  const { clashes, clashAccepted, actions } = deal
  if (clashes.length === 0) return null
  return (
    <div
      role="note"
      className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
    >
      <ToolIcon name="warning" className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{clashAccepted ? 'Conflict allowed' : 'This deal conflicts with another one'}</p>
        <ul>
          {clashes.map(({ dealId, title, stage, reason }) => (
            <li key={dealId} className="break-words">
              {reason}{' '}
              <Link
                to={`/organizations/${organization}/deals/${dealId}`}
                className="font-medium underline underline-offset-3"
              >
                {title}
              </Link>{' '}
              ({dealStages[stage].toLowerCase()})
            </li>
          ))}
        </ul>
        {clashAccepted && (
          <p className="mt-1 break-words">
            {clashAccepted.by?.name ?? 'Someone'}: “{clashAccepted.reason}”
          </p>
        )}
        <p className="mt-1 text-xs">Information, not legal advice.</p>
      </div>
      {actions.includes('accept-clash') && (
        <Button look="secondary" size="small" onClick={() => setIsAsked(true)}>
          Allow the conflict…
        </Button>
      )}
      <ActionDialog
        question={
          isAsked
            ? {
                title: 'Allow the conflict?',
                confirm: 'Allow the conflict',
                confirming: 'Saving…',
                word: { label: 'Reason', needed: 'Enter a reason' },
                async act(reason) {
                  const body = { number: deal.newest, reason: reason ?? '' }
                  await accept({ organization, deal: deal.id, body }).unwrap()
                  showToast('success', 'Conflict allowed.')
                },
                children: <p>Your reason is stored with version {deal.newest} for its approvers.</p>,
              }
            : undefined
        }
        onClose={() => setIsAsked(false)}
      />
    </div>
  )
}
