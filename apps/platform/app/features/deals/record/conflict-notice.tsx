import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { ActionDialog } from './action-dialog.tsx'
import { termId } from './term-address.ts'

/** Exclusivity conflicts with other deals. An approver may allow them with a reason. */
export function ConflictNotice({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const [accept] = dealsApi.useAllowConflictMutation()
  const [isAsked, setIsAsked] = useState(false)
  const { conflicts, conflictAllowed, actions } = deal
  if (conflicts.length === 0) return null
  return (
    <div id={termId('conflict')}>
      <WarningNotice
        title={conflictAllowed ? 'Conflict allowed' : 'This deal conflicts with another one'}
        action={
          actions.includes('allow-conflict') && (
            <Button look="secondary" size="small" onClick={() => setIsAsked(true)}>
              Allow the conflict…
            </Button>
          )
        }
      >
        <ul>
          {conflicts.map(({ dealId, title, stage, reason }) => (
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
        {conflictAllowed && (
          <p className="mt-1 break-words">
            {conflictAllowed.by?.name ?? 'Someone'}: “{conflictAllowed.reason}”
          </p>
        )}
        <p className="mt-1 text-xs">Information, not legal advice.</p>
      </WarningNotice>
      <ActionDialog
        question={
          isAsked
            ? {
                title: 'Allow the conflict?',
                confirm: 'Allow the conflict',
                confirming: 'Saving…',
                comment: { label: 'Reason', needed: 'Enter a reason' },
                async act(reason) {
                  const body = { number: deal.newestVersion, reason: reason ?? '' }
                  await accept({ organization, deal: deal.id, body }).unwrap()
                  showToast('success', 'Conflict allowed.')
                },
                children: <p>Your reason is stored with version {deal.newestVersion} for its approvers.</p>,
              }
            : undefined
        }
        onClose={() => setIsAsked(false)}
      />
    </div>
  )
}
