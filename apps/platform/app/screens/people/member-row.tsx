import { organisationsApi } from '@sherpa/api-client/organisations'
import { type Role, roles as roleNames } from '@sherpa/contracts/organisation'
import { Button } from '@sherpa/ui/button'
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { initialsOf } from '../../frame/initials.ts'
import { useAppDispatch } from '../../store.ts'
import type { Member } from './members-panel.tsx'

export function MemberRow({
  member: { id, name, email, role, joinedAt },
  roles,
  onRemove,
}: {
  member: Member
  roles: readonly Role[]
  onRemove: () => void
}) {
  const dispatch = useAppDispatch()
  const { user } = useAccount()
  const { id: organisation, may } = useOrganisation()
  const { busy, run } = useAction()
  const isMe = id === user.id
  // Nobody reaches above themselves, and oneself one leaves.
  const reachable = may('people.manage') && !isMe && roles.includes(role)

  const change = (chosen: Role) =>
    run(
      () =>
        dispatch(organisationsApi.endpoints.changeRole.initiate({ organisation, person: id, role: chosen })).unwrap(),
      `${name} is now: ${roleNames[chosen]}.`,
    )

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
      <td data-label="Role">
        {reachable ? (
          <span className="block w-44">
            <RoleSelect
              size="small"
              aria-label={`Role of ${name}`}
              choices={roles}
              value={role}
              aria-busy={busy || undefined}
              onChange={(event) => change(event.target.value as Role)}
            />
          </span>
        ) : (
          roleNames[role]
        )}
      </td>
      <td>
        {reachable && (
          <Button look="secondary" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </td>
    </tr>
  )
}
