import { guardiansApi } from '@sherpa/api-client/guardians'
import type { AthleteSelection } from '@sherpa/contracts/athlete'
import { MOST_INVITATIONS } from '@sherpa/contracts/bulk-invitation'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { InvitationReview, type Invitee } from '../organizations/people/invitation-review.tsx'

/** Invites selected athletes to their own records, after a dry run. */
export function InviteAthletesDialog({
  selected,
  onClose,
}: {
  selected: { selection: AthleteSelection; count: number } | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={selected !== undefined} title="Invite athletes to Sherpa" onClose={onClose}>
      {selected && selected.count <= MOST_INVITATIONS && (
        <CheckedAthletes selection={selected.selection} onClose={onClose} />
      )}
      {selected && selected.count > MOST_INVITATIONS && (
        <Refused onClose={onClose}>
          {`You selected ${selected.count.toLocaleString('en-US')} athletes. Select at most ${MOST_INVITATIONS}.`}
        </Refused>
      )}
    </Dialog>
  )
}

function Refused({ children, onClose }: { children: string; onClose: () => void }) {
  return (
    <>
      <FormMessage failure={children} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}

function CheckedAthletes({ selection, onClose }: { selection: AthleteSelection; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [inviteAthletes] = guardiansApi.useInviteAthletesMutation()
  const [checked, setChecked] = useState<Invitee[]>()
  const [failure, setFailure] = useState<string>()

  async function ask(asked: AthleteSelection, dryRun: boolean): Promise<Invitee[]> {
    const { rows } = await inviteAthletes({ organization, body: { selection: asked, dryRun } }).unwrap()
    return rows.map(({ athlete, name, problem }) => ({ id: athlete, name, problem }))
  }

  const check = useEffectEvent(async () => {
    try {
      setChecked(await ask(selection, true))
    } catch (error) {
      setFailure(failureOf(error).text)
    }
  })
  useEffect(() => void check(), [])

  if (failure) return <Refused onClose={onClose}>{failure}</Refused>
  if (!checked) return <LoadingNote />
  return (
    <>
      <p className="pb-4 text-sm">
        They get an email with a link to create an account and see only their own record. The link expires in 7 days.
      </p>
      <InvitationReview invitees={checked} send={(ids) => ask({ ids }, false)} onClose={onClose} />
    </>
  )
}
