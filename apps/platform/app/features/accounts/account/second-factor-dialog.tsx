import { accountsApi } from '@sherpa/api-client/accounts'
import { passwordConfirmation, type SecondFactorSetup } from '@sherpa/contracts/account'
import { Dialog } from '@sherpa/ui/dialog'
import { type SyntheticEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { PasswordForm } from '../../../forms/password-dialog.tsx'
import { ConnectApp } from './connect-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Stage = 'password' | 'connecting' | 'showing-codes'

/** Sets up the second factor over any form, which keeps its input. A portal: forms can't be nested. */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [startSecondFactor] = accountsApi.useStartSecondFactorMutation()
  const [stage, setStage] = useState<Stage>('password')
  const [setup, setSetup] = useState<SecondFactorSetup>()
  return createPortal(
    <div onSubmit={stop} onInput={stop}>
      <Dialog open title="Set up two-factor authentication" onClose={onClose}>
        {stage === 'password' || !setup ? (
          <PasswordForm
            schema={passwordConfirmation}
            confirm="Continue"
            confirming="Checking…"
            onClose={onClose}
            send={async (values) => {
              setSetup(await startSecondFactor({ body: values }).unwrap())
              setStage('connecting')
            }}
          >
            <p className="text-sm">
              You’ll need an authenticator app, such as 1Password, Google Authenticator or Microsoft Authenticator.
            </p>
          </PasswordForm>
        ) : stage === 'connecting' ? (
          <ConnectApp setup={setup} onDone={() => setStage('showing-codes')} onCancel={onClose} />
        ) : (
          <RecoveryCodes codes={setup.recoveryCodes} onDone={onClose} />
        )}
      </Dialog>
    </div>,
    document.body,
  )
}

/** React events bubble through portals, to the form below. */
function stop(event: SyntheticEvent) {
  event.stopPropagation()
}
