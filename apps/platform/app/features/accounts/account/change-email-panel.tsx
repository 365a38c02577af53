import { accountsApi } from '@sherpa/api-client/accounts'
import { emailChange } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { CodeField } from '../../../forms/code-field.tsx'
import { PasswordDialog } from '../../../forms/password-dialog.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useAccount } from '../../../frame/account-context.ts'

export function ChangeEmailPanel() {
  const [requestEmailChange] = accountsApi.useRequestEmailChangeMutation()
  const { user } = useAccount()
  const [asking, setAsking] = useState(false)
  const [requested, setRequested] = useState<string>()
  const close = () => setAsking(false)
  return (
    <>
      <Panel
        title="Email address"
        lead={user.email}
        actions={
          <Button look="secondary" size="small" onClick={() => setAsking(true)}>
            Change
          </Button>
        }
      >
        <MessageBox
          message={
            requested && requested !== user.email
              ? {
                  kind: 'success',
                  text: `Check both inboxes and open the links we sent to ${user.email} and ${requested}. Until then, your address stays the same.`,
                }
              : undefined
          }
        />
      </Panel>
      <PasswordDialog
        open={asking}
        title="Change your email address"
        confirm="Send links"
        confirming="Sending…"
        schema={emailChange}
        fields={(errors) => (
          <>
            {user.secondFactor && <CodeField errors={errors} />}
            <EmailField name="email" label="New email address" errors={errors} />
          </>
        )}
        onClose={close}
        send={async (values) => {
          await requestEmailChange({ body: values }).unwrap()
          setRequested(values.email)
          close()
        }}
      >
        <p className="text-sm">
          We’ll send a link to your current and your new address. The change takes effect once you open both.
        </p>
      </PasswordDialog>
    </>
  )
}
