import { accountsApi } from '@sherpa/api-client/accounts'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { forgetSession } from '../../../session/session.ts'

export function DeleteAccountPanel() {
  const [deleteAccount] = accountsApi.useDeleteAccountMutation()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Panel
        title="Delete your account"
        tone="danger"
        lead="This permanently deletes your account."
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
          await deleteAccount({ body: proof }).unwrap()
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
        </div>
      </ConfirmIdentityDialog>
    </>
  )
}
