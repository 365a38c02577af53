import { addressLinesOf, type KnownBillingDetails } from '@sherpa/contracts/billing-details'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { BillingDetailsDialog } from './billing-details-dialog.tsx'
import { Detail } from './details.tsx'

export function BillingDetailsPanel({ details }: { details: KnownBillingDetails }) {
  const { may } = useOrganization()
  const [editing, setEditing] = useState(false)
  const isEntered = details.legalName !== null
  const edit = may('billing.manage') && (
    <Button look="secondary" size="small" onClick={() => setEditing(true)}>
      {isEntered ? 'Edit' : 'Add billing details'}
    </Button>
  )
  return (
    <Panel
      title="Billing details"
      lead={isEntered ? 'These appear on your future invoices.' : 'Legal name and address for your invoices. None yet.'}
      actions={edit}
    >
      {isEntered ? (
        <EnteredDetails details={details} />
      ) : (
        details.billingEmail && (
          <dl>
            <Detail term="Billing email">{details.billingEmail}</Detail>
          </dl>
        )
      )}
      <BillingDetailsDialog open={editing} details={details} onClose={() => setEditing(false)} />
    </Panel>
  )
}

function EnteredDetails({ details }: { details: KnownBillingDetails }) {
  const { legalName, taxId, billingEmail } = details
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Detail term="Legal name">{legalName}</Detail>
      <Detail term="Billing email">{billingEmail ?? 'None'}</Detail>
      <Detail term="Address">
        {addressLinesOf(details).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Detail>
      <Detail term="Tax ID">{taxId ?? 'None'}</Detail>
    </dl>
  )
}
