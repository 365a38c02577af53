import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { ReasonDialog } from '../../finances/reason-dialog.tsx'

/** A guardian's objection pauses signing until someone who approves deals lifts it. */
export function ObjectionNotice({ deal: { id, objection, actions } }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const [lift] = dealsApi.useLiftObjectionMutation()
  const [isLifting, setIsLifting] = useState(false)
  if (!objection) return null
  return (
    <>
      <WarningNotice
        title="A guardian objected: signing is paused"
        action={
          actions.includes('lift-objection') && (
            <Button look="secondary" size="small" onClick={() => setIsLifting(true)}>
              Lift objection…
            </Button>
          )
        }
      >
        <p className="break-words">
          {objection.name}, <Day at={objection.at} />
          {objection.text && `: ${objection.text}`}
        </p>
      </WarningNotice>
      <ReasonDialog
        open={isLifting}
        title="Lift the objection?"
        label="Lift objection"
        busyLabel="Saving…"
        look="primary"
        done="Objection lifted."
        send={(body) => lift({ organization, deal: id, body }).unwrap()}
        onClose={() => setIsLifting(false)}
      >
        Signing goes on for all parties. The reason stays on the timeline.
      </ReasonDialog>
    </>
  )
}
