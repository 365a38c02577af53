import { invitationsApi } from '@sherpa/api-client/invitations'
import { type NewInvitation, newInvitation } from '@sherpa/contracts/invitation'
import { type PermissionTable, type Role, roles as roleNames } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { RoleSelect } from '../../../forms/role-select.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { permissionSummary } from '../permissions/permission-summary.ts'
import type { OpenInvitation } from './open-invitations.tsx'
import { OwnerPowers } from './owner-powers.tsx'

/** Most people who are invited are neither owners nor athletes. */
const USUAL_ROLE: Role = 'agent'

export function InvitePanel({
  roles,
  table,
  invitations,
}: {
  /** Those that one may give. */
  roles: readonly Role[]
  table: PermissionTable
  invitations: OpenInvitation[]
}) {
  const [invite] = invitationsApi.useInviteMutation()
  const { id, name, may } = useOrganization()
  // Several people with the same role are often invited one after the other: it stays chosen.
  const [role, setRole] = useState(roles.includes(USUAL_ROLE) ? USUAL_ROLE : roles[0])
  const [full, setFull] = useState(false)
  const [owner, setOwner] = useState<NewInvitation>()
  const [again, setAgain] = useState<NewInvitation>()

  async function send(invitation: NewInvitation) {
    try {
      await invite({ organization: id, body: invitation }).unwrap()
    } catch (error) {
      if (failureOf(error).code !== 'already-invited') throw error
      setAgain(invitation)
      return
    }
    const email = formProps.ref.current?.elements.namedItem('email')
    if (email instanceof HTMLInputElement) email.value = ''
    showToast('success', `Invitation sent to ${invitation.email}.`)
  }

  const { errors, failureText, busy, formProps } = useForm({
    schema: newInvitation,
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

  // Whoever came to invite someone begins to type at once.
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again each time someone comes here for it
  useEffect(() => {
    const email = formProps.ref.current?.elements.namedItem('email')
    if (hash === '#invite' && email instanceof HTMLElement) email.focus()
  }, [hash, key])

  return (
    <Panel title="Invite people" lead="They get an email with a link. It expires in 7 days and works once.">
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        {full && may('billing.manage') && (
          <p className="text-sm">
            <Link to="../billing" className={textLinkClass}>
              Add seats to your plan
            </Link>
          </p>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_16rem_auto]">
          <EmailField name="email" label="Email" autoComplete="off" errors={errors} />
          <Field label="Role" error={errors.get('role')} hint={role && permissionSummary(role, table)}>
            {(control) => (
              <RoleSelect
                {...control}
                name="role"
                choices={roles}
                value={role}
                onChange={({ target }) => setRole(target.value as Role)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} className="lg:mt-7">
            {busy ? 'Sending…' : 'Send invitation'}
          </Button>
        </div>
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
        title="Send the invitation again?"
        confirm={`Send again as ${again && roleNames[again.role]}`}
        confirming="Sending…"
        look="primary"
        onConfirm={async () => again && send({ ...again, replace: true })}
        onClose={() => setAgain(undefined)}
      >
        {again && <p>{alreadyInvited(again, invitations)} The link in the first email stops working.</p>}
      </ConfirmDialog>
    </Panel>
  )
}

function alreadyInvited({ email, role }: NewInvitation, invitations: OpenInvitation[]) {
  const open = invitations.find((invitation) => invitation.email === email)
  return `${email} already has an open invitation${open ? ` as ${roleNames[open.role]}` : ''}. Send it again as ${roleNames[role]}?`
}
