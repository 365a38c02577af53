import type { People, Role } from '@sherpa/contracts/organisation'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useOrganisation } from '../../frame/account-context.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export type Member = People['members'][number]

export function MembersPanel({
  members,
  invited,
  roles,
}: {
  members: Member[]
  /** How many invitations are open: one that is withdrawn leaves nothing behind to return to. */
  invited: number
  roles: readonly Role[]
}) {
  const { may } = useOrganisation()
  const [leaving, setLeaving] = useState<Member>()
  const [handingOver, setHandingOver] = useState(false)
  const heading = useFocusWhenLost(`${members.length} ${invited}`)
  const mayHandOver = may('ownership.hand-over') && members.length > 1
  return (
    <Panel
      headingRef={heading}
      title={members.length === 1 ? '1 member' : `${members.length} members`}
      actions={
        mayHandOver && (
          <Button look="secondary" size="small" onClick={() => setHandingOver(true)}>
            Hand over ownership
          </Button>
        )
      }
    >
      <table className="data-table">
        <ColumnHeads names={['Name', 'Joined', 'Role']} last="Actions" />
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} roles={roles} onRemove={() => setLeaving(member)} />
          ))}
        </tbody>
      </table>
      <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />
      <HandOverDialog members={members} open={handingOver} onClose={() => setHandingOver(false)} />
    </Panel>
  )
}
