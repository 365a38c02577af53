import { organisationsApi } from '@sherpa/api-client/organisations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

/** The way out, for everyone without whom the organisation still has an owner. */
export function LeavePanel({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  const dispatch = useAppDispatch()
  const { id, name } = useOrganisation()
  const [asking, setAsking] = useState(false)

  async function leave() {
    await dispatch(organisationsApi.endpoints.leaveOrganisation.initiate(id)).unwrap()
    // A fresh page: nothing of the organisation is left in this one's memory.
    window.location.assign('/')
  }

  return (
    <>
      <Panel
        title="Leave"
        lead={
          isOnlyOwner
            ? `You are the only owner of ${name}. Hand over the ownership before you leave.`
            : `You lose access to ${name} at once. To come back, you need an invitation.`
        }
        actions={
          !isOnlyOwner && (
            <Button look="danger" size="small" onClick={() => setAsking(true)}>
              Leave
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={asking}
        title={`Leave ${name}?`}
        confirm="Leave"
        confirming="Leaving…"
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        <p>You lose access at once. To come back, you need an invitation.</p>
      </ConfirmDialog>
    </>
  )
}
