import { accountsApi } from '@sherpa/api-client/accounts'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { PasswordDialog } from '../../forms/password-dialog.tsx'
import { forgetSession } from '../../session/session.ts'
import { useAppDispatch } from '../../store.ts'

export function DeleteAccountPanel() {
  const dispatch = useAppDispatch()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Panel
        title="Delete your account"
        tone="danger"
        lead="Your name, your address and your access go for good."
        actions={
          <Button look="danger" size="small" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        }
      />
      <PasswordDialog
        open={asking}
        title="Delete your account?"
        confirm="Delete account"
        confirming="Deleting…"
        look="danger"
        onClose={close}
        send={async (values) => {
          await dispatch(accountsApi.endpoints.deleteAccount.initiate(values)).unwrap()
          forgetSession()
        }}
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>
            <strong className="text-ink">What goes:</strong> your name, your address, your password, all of your
            log-ins, and your place in every organization. Organizations in which you are alone are closed, and their
            subscriptions end.
          </p>
          <p>
            <strong className="text-ink">What stays:</strong> organizations with other people, their invoices, and a
            record of what was done there, without your name.
          </p>
          <p>If others depend on you as their only owner, hand over the ownership first. This cannot be undone.</p>
        </div>
      </PasswordDialog>
    </>
  )
}
