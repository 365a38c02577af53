import { invitationsApi } from '@sherpa/api-client/invitations'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { readOnce } from '@sherpa/api-client/read-once'
import { type NewInvitation, newInvitation } from '@sherpa/contracts/invitation'
import type { Labels } from '@sherpa/contracts/labels'
import type { PermissionTable, Role } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { RoleSelect } from '../../../forms/role-select.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { ActionLabel } from '../../../list/list-head.tsx'
import { nextAddress } from '../../../session/next-address.ts'
import { useAppDispatch } from '../../../store.ts'
import { ProgramChoices } from '../../programs/program-choices.tsx'
import { permissionSummary } from '../permissions/permission-summary.ts'
import { InviteManyForm } from './invite-many-form.tsx'
import { OwnerPowers } from './owner-powers.tsx'

/** Preselected role. */
const DEFAULT_ROLE: Role = 'agent'

/** The dialog also opens by address (`#invite`). */
export function InviteButton({ roles, table }: { roles: readonly Role[]; table: PermissionTable }) {
  // Athletes are invited from their record, which links their account to it.
  const offered: readonly Role[] = roles.filter((role) => role !== 'athlete')
  const [open, setOpen] = useOpenedByAddress('invite')
  // Kept for the next invitation, which often has the same role.
  const [role, setRole] = useState(offered.includes(DEFAULT_ROLE) ? DEFAULT_ROLE : offered[0])
  const navigate = useNavigate()
  const { search } = useLocation()
  // To the record that needs an approver.
  const goBack = () => {
    if (new URLSearchParams(search).has('next')) void navigate(nextAddress(search, window.origin))
  }
  const [isMany, setIsMany] = useState(false)
  if (offered.length === 0) return null
  function close() {
    setOpen(false)
    setIsMany(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ActionLabel verb="Invite" noun="people" />
      </Button>
      <Dialog open={open} title="Invite people" onClose={close}>
        {isMany ? (
          <InviteManyForm roles={offered} table={table} onClose={close} />
        ) : (
          <InviteForm
            roles={offered}
            table={table}
            role={role}
            onRole={setRole}
            onMany={() => setIsMany(true)}
            onSent={goBack}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  )
}

function InviteForm({
  roles,
  table,
  role,
  onRole,
  onSent,
  onMany,
  onClose,
}: {
  /** Roles the reader may assign. */
  roles: readonly Role[]
  table: PermissionTable
  role: Role | undefined
  onRole: (role: Role) => void
  onSent: () => void
  /** Switches to pasted addresses. */
  onMany: () => void
  onClose: () => void
}) {
  const [invite] = invitationsApi.useInviteMutation()
  const dispatch = useAppDispatch()
  const { id, name, may } = useOrganization()
  const { roles: roleNames } = useLabels()
  const [chosen, setChosen] = useState<string[]>([])
  const [full, setFull] = useState(false)
  const [owner, setOwner] = useState<NewInvitation>()
  const [again, setAgain] = useState<NewInvitation & { before?: Role | undefined }>()

  async function send(invitation: NewInvitation) {
    try {
      await invite({ organization: id, body: invitation }).unwrap()
    } catch (error) {
      if (failureOf(error).code !== 'already-invited') throw error
      const asked = { organization: id, query: { search: invitation.email } }
      const { openInvitations } = organizationsApi.endpoints
      // The role is only mentioned: without it, the question stays.
      const open = await readOnce(dispatch, openInvitations, asked, { fresh: true }).catch(() => undefined)
      const before = open?.pages[0]?.rows.find(({ email }) => email === invitation.email)?.role
      setAgain({ ...invitation, before })
      return
    }
    onClose()
    onSent()
    showToast('success', `Invitation sent to ${invitation.email}.`)
  }

  const { errors, failureText, busy, formProps } = useForm({
    schema: newInvitation,
    read: (typed) => ({ ...typed, ...(chosen.length > 0 && { programs: chosen }) }),
    async send(invitation) {
      setFull(false)
      if (invitation.role === 'owner') setOwner(invitation)
      else await send(invitation)
    },
    onRefusal({ code }) {
      setFull(code === 'no-seat-left')
      return false
    },
  })

  return (
    <>
      <form {...formProps} className="flex flex-col gap-5">
        <p className="text-sm">
          They get an email with a link that expires in 7 days and works once. Invite athletes from their own record
          instead.
        </p>
        <FormMessage failure={failureText} />
        {full && may('billing.manage') && (
          <p className="text-sm">
            <Link to={`/organizations/${id}/billing`} className={textLinkClass}>
              Add seats to your plan
            </Link>
          </p>
        )}
        <EmailField name="email" label="Email" autoComplete="off" errors={errors} />
        <Button look="secondary" size="small" className="self-start" onClick={onMany}>
          Invite several people
        </Button>
        <Field label="Role" error={errors.get('role')} hint={role && permissionSummary(role, table)}>
          {(control) => (
            <RoleSelect
              {...control}
              name="role"
              choices={roles}
              value={role}
              onChange={({ target }) => onRole(target.value as Role)}
            />
          )}
        </Field>
        <ProgramChoices chosen={chosen} onChange={setChosen} />
        <SubmitActions label="Send invitation" busyLabel="Sending…" busy={busy} onCancel={onClose} />
      </form>
      <ConfirmDialog
        open={owner !== undefined}
        title={`Invite ${owner?.email} as an owner?`}
        confirm="Invite as owner"
        confirming="Sending…"
        onConfirm={async () => owner && send(owner)}
        onClose={() => setOwner(undefined)}
      >
        <OwnerPowers name={owner?.email ?? ''} organization={name} />
      </ConfirmDialog>
      <ConfirmDialog
        open={again !== undefined}
        title="Resend invitation?"
        confirm={`Resend as ${again && roleNames[again.role]}`}
        confirming="Sending…"
        look="primary"
        onConfirm={async () =>
          again && send({ email: again.email, role: again.role, programs: again.programs, replace: true })
        }
        onClose={() => setAgain(undefined)}
      >
        {again && <p>{alreadyInvited(again, roleNames)} The previous link stops working.</p>}
      </ConfirmDialog>
    </>
  )
}

function alreadyInvited(
  { email, role, before }: NewInvitation & { before?: Role | undefined },
  roleNames: Labels['roles'],
) {
  return `${email} already has an open invitation${before ? ` as ${roleNames[before]}` : ''}. Resend it as ${roleNames[role]}?`
}
