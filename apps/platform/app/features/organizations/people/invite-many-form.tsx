import { invitationsApi } from '@sherpa/api-client/invitations'
import {
  type BulkRole,
  bulkInvitation,
  bulkRoles,
  MOST_INVITATIONS,
  MOST_PASTED,
  parseAddresses,
} from '@sherpa/contracts/bulk-invitation'
import type { PermissionTable, Role } from '@sherpa/contracts/organization'
import { controlClass, Field } from '@sherpa/ui/field'
import { useState } from 'react'
import { FormMessage } from '../../../forms/form-message.tsx'
import { RoleSelect } from '../../../forms/role-select.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { ProgramChoices } from '../../programs/program-choices.tsx'
import { permissionSummary } from '../permissions/permission-summary.ts'
import { type Group, InvitationReview, type Invitee } from './invitation-review.tsx'

/** Invites everyone in a pasted list with one role, after a dry run. */
export function InviteManyForm({
  roles,
  table,
  onClose,
}: {
  /** Roles the reader may assign. */
  roles: readonly Role[]
  table: PermissionTable
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [inviteMany] = invitationsApi.useInviteManyMutation()
  const offered = bulkRoles.filter((role) => roles.includes(role))
  const [pasted, setPasted] = useState('')
  const [role, setRole] = useState<BulkRole>(offered.includes('coach') ? 'coach' : (offered[0] ?? 'coach'))
  const [programs, setPrograms] = useState<string[]>([])
  const [checked, setChecked] = useState<Invitee[]>()

  async function ask(emails: string[], dryRun: boolean): Promise<Invitee[]> {
    const { rows } = await inviteMany({ organization, body: { emails, role, programs, dryRun } }).unwrap()
    const names = new Map(parseAddresses(pasted).addresses.map(({ email, name }) => [email, name]))
    return rows.map(({ email, problem }) => {
      const name = names.get(email)
      return { id: email, name: name ? `${name} (${email})` : email, problem }
    })
  }

  const { errors, failureText, busy, formProps } = useForm({
    schema: bulkInvitation,
    read: () => ({ emails: parseAddresses(pasted).addresses.map(({ email }) => email), role, dryRun: true }),
    send: async ({ emails }) => setChecked(await ask(emails, true)),
  })

  if (checked) {
    return (
      <InvitationReview
        invitees={checked}
        otherGroups={unreadGroups(pasted)}
        send={(emails) => ask(emails, false)}
        onBack={() => setChecked(undefined)}
        onClose={onClose}
      />
    )
  }
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <Field
        label="Email addresses"
        hint={`Paste up to ${MOST_INVITATIONS}, separated by commas or lines. Names are fine: Ana Silva <ana@club.com>`}
        error={errors.get('emails')}
      >
        {(control) => (
          <textarea
            {...control}
            name="emails"
            rows={6}
            maxLength={MOST_PASTED}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <Field label="Role" error={errors.get('role')} hint={permissionSummary(role, table)}>
        {(control) => (
          <RoleSelect
            {...control}
            name="role"
            choices={offered}
            value={role}
            onChange={({ target }) => setRole(target.value as BulkRole)}
          />
        )}
      </Field>
      <ProgramChoices chosen={programs} onChange={setPrograms} />
      <SubmitActions label="Check addresses" busyLabel="Checking…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function unreadGroups(pasted: string): Group[] {
  const { invalid, repeated } = parseAddresses(pasted)
  const groups: Group[] = []
  if (invalid.length > 0) {
    groups.push({
      title: invalid.length === 1 ? '1 is not an email address' : `${invalid.length} are not email addresses`,
      names: invalid,
    })
  }
  if (repeated > 0)
    groups.push({ title: repeated === 1 ? '1 duplicate left out' : `${repeated} duplicates left out`, names: [] })
  return groups
}
