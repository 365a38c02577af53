import { accountsApi } from '@sherpa/api-client/accounts'
import { bothFactors } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CodeField } from '../../../forms/code-field.tsx'
import { PasswordDialog } from '../../../forms/password-dialog.tsx'
import { useAccount } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { SecondFactorSetup } from '../../../frame/second-factor-notice.tsx'
import { nextAddress } from '../../../session/next-address.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Stage = { name: 'idle' } | { name: 'showing-codes'; codes: string[] }

const bothFactorsForm = {
  schema: bothFactors,
  fields: (errors: ReadonlyMap<string, string>) => <CodeField errors={errors} />,
}

type DialogName = 'set-up' | 'new-codes' | 'turn-off'

export function SecondFactorPanel() {
  const { user } = useAccount()
  const [stage, setStage] = useState<Stage>({ name: 'idle' })
  const heading = useFocusWhenLost(stage.name)
  const { data } = accountsApi.useSecondFactorQuery(undefined, { skip: !user.secondFactor })
  const left = data?.recoveryCodesLeft ?? undefined
  return (
    <Panel
      headingRef={heading}
      title="Two-factor authentication"
      lead="Protect your account with a code from an app on your phone, in addition to your password."
      actions={
        <StatusBadge tone={user.secondFactor ? 'good' : 'quiet'}>{user.secondFactor ? 'On' : 'Off'}</StatusBadge>
      }
    >
      {stage.name === 'idle' && (
        <div className="flex flex-col gap-4">
          {user.secondFactor && <RecoveryCodesLeft left={left} />}
          <FactorActions isRunningOut={isRunningOut(left)} onStage={setStage} />
        </div>
      )}
      {stage.name === 'showing-codes' && (
        <RecoveryCodes codes={stage.codes} onDone={() => setStage({ name: 'idle' })} />
      )}
    </Panel>
  )
}

const isRunningOut = (left: number | undefined) => left !== undefined && left < 3

function RecoveryCodesLeft({ left }: { left: number | undefined }) {
  if (left === undefined) return <p className="text-sm">&nbsp;</p>
  const sentence =
    left === 0
      ? 'No recovery codes left. Get new ones, or you lose access with your phone.'
      : `${left} recovery ${left === 1 ? 'code' : 'codes'} left.${isRunningOut(left) ? ' Get new ones before you run out.' : ''}`
  return isRunningOut(left) ? <WarningNotice>{sentence}</WarningNotice> : <p className="text-sm">{sentence}</p>
}

function FactorActions({ isRunningOut, onStage }: { isRunningOut: boolean; onStage: (stage: Stage) => void }) {
  const [renewRecoveryCodes] = accountsApi.useRenewRecoveryCodesMutation()
  const [turnOffSecondFactor] = accountsApi.useTurnOffSecondFactorMutation()
  const { user } = useAccount()
  const [dialog, setDialog] = useState<DialogName>()
  const close = () => setDialog(undefined)
  const navigate = useNavigate()
  const { search } = useLocation()
  const finish = () => {
    close()
    // Return to the screen that required it.
    if (user.secondFactor && new URLSearchParams(search).has('next')) {
      void navigate(nextAddress(search, window.origin))
    }
  }
  return (
    <div className="flex flex-wrap gap-3">
      {user.secondFactor ? (
        <>
          <Button look={isRunningOut ? 'primary' : 'secondary'} size="small" onClick={() => setDialog('new-codes')}>
            New recovery codes
          </Button>
          <Button look="danger" size="small" onClick={() => setDialog('turn-off')}>
            Turn off
          </Button>
        </>
      ) : (
        <Button size="small" onClick={() => setDialog('set-up')}>
          Set up
        </Button>
      )}
      <SecondFactorSetup open={dialog === 'set-up'} onClose={finish} />
      <PasswordDialog
        open={dialog === 'new-codes'}
        title="Get new recovery codes"
        confirm="Get new codes"
        confirming="Getting new codes…"
        {...bothFactorsForm}
        onClose={close}
        send={async (values) => {
          const { recoveryCodes } = await renewRecoveryCodes({ body: values }).unwrap()
          onStage({ name: 'showing-codes', codes: recoveryCodes })
        }}
      >
        <p className="text-sm">Your current recovery codes will stop working.</p>
      </PasswordDialog>
      <PasswordDialog
        open={dialog === 'turn-off'}
        title="Turn off two-factor authentication?"
        confirm="Turn off"
        confirming="Turning off…"
        look="danger"
        {...bothFactorsForm}
        onClose={close}
        send={async (values) => {
          await turnOffSecondFactor({ body: values }).unwrap()
          close()
          showToast('success', 'Two-factor authentication is off.')
        }}
      >
        <p className="text-sm">Your account will be protected by your password only.</p>
      </PasswordDialog>
    </div>
  )
}
