import { accountsApi } from '@sherpa/api-client/accounts'
import { organizationsApi } from '@sherpa/api-client/organizations'
import type { HandoverAssignments } from '@sherpa/contracts/handover'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { useAccount } from '../../../frame/account-context.ts'
import { forgetSession } from '../../../session/session.ts'
import { HandoverFields } from '../../organizations/people/handover-fields.tsx'

export function DeleteAccountPanel() {
  const [deleteAccount] = accountsApi.useDeleteAccountMutation()
  const [asking, setAsking] = useState(false)
  const { user, organizations } = useAccount()
  const [assignments, setAssignments] = useState<Record<string, HandoverAssignments>>({})
  const close = () => {
    setAsking(false)
    setAssignments({})
  }
  return (
    <>
      <Panel
        title="Delete your account"
        tone="danger"
        lead="You lose access for good. Your deals and athletes stay with the organization."
        actions={
          <Button look="danger" size="small" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        }
      />
      <ConfirmIdentityDialog
        open={asking}
        title="Delete your account?"
        confirm="Delete account"
        confirming="Deleting…"
        look="danger"
        onClose={close}
        send={async (proof) => {
          const handovers = Object.entries(assignments).map(([organization, assignments]) => ({
            organization,
            assignments,
          }))
          await deleteAccount({ body: { ...proof, handovers } }).unwrap()
          forgetSession()
        }}
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>
            <strong className="text-ink">Deleted:</strong> your name, email address, password and log-ins, and your
            membership in every organization. Organizations with no other members are closed, and their subscriptions
            end.
          </p>
          <p>
            <strong className="text-ink">Kept:</strong> organizations with other members, their invoices, and a record
            of past activity without your name.
          </p>
          <p>If you are the only owner of an organization, transfer ownership first. This cannot be undone.</p>
          {organizations.map(({ id, name }) => (
            <OrganizationHandover
              key={id}
              organization={id}
              name={name}
              person={user.id}
              assignments={assignments[id] ?? {}}
              onChange={(own) => setAssignments({ ...assignments, [id]: own })}
            />
          ))}
        </div>
      </ConfirmIdentityDialog>
    </>
  )
}

/** One's work in an organization, with its name if there is any. */
function OrganizationHandover({
  name,
  ...rest
}: { name: string } & Omit<Parameters<typeof HandoverFields>[0], 'query'>) {
  const { organization } = rest
  const handover = organizationsApi.useOwnHandoverQuery({ organization }, { refetchOnMountOrArgChange: true })
  const { parts = [], expenses = 0 } = handover.currentData ?? {}
  return (
    <div className="flex flex-col gap-2">
      {parts.length + expenses > 0 && <h3 className="font-medium text-ink">Your work at {name}</h3>}
      <HandoverFields query={handover} {...rest} isOwn />
    </div>
  )
}
