import { type Role, roles as roleNames } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Day } from '../../../data/moments.tsx'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { initialsOf } from '../../../frame/initials.ts'
import type { Member } from './members-panel.tsx'

export function MemberRow({
  member: { id, name, email, role, joinedAt },
  roles,
  onChangeRole,
  onRemove,
}: {
  member: Member
  /** Those that one may give. */
  roles: readonly Role[]
  onChangeRole: () => void
  onRemove: () => void
}) {
  const { user } = useAccount()
  const { may } = useOrganization()
  const isMe = id === user.id
  // Nobody changes a role that may do more than their own, nor their own.
  const changeable = may('people.manage') && !isMe && roles.includes(role)
  return (
    <tr>
      <td>
        <span className="flex min-w-0 items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-full bg-glacier-pale text-xs font-semibold text-glacier-deep"
          >
            {initialsOf(name)}
          </span>
          <span className="min-w-0">
            <span className="block font-semibold text-ink">
              {name}
              {isMe && <span className="font-normal text-slate"> (you)</span>}
            </span>
            <span className="block text-xs">{email}</span>
          </span>
        </span>
      </td>
      <td data-label="Joined">
        <Day at={joinedAt} />
      </td>
      <td data-label="Role">{roleNames[role]}</td>
      <td>
        {changeable && (
          <span className="inline-flex flex-wrap gap-2 md:flex-nowrap">
            <Button look="secondary" size="small" aria-label={`Change role of ${name}`} onClick={onChangeRole}>
              Change role
            </Button>
            <Button look="secondary" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}
