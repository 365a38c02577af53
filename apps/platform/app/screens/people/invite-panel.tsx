import { invitationsApi } from '@sherpa/api-client/invitations'
import { newInvitation } from '@sherpa/contracts/invitation'
import type { Role } from '@sherpa/contracts/organisation'
import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

/** Most people who are invited are neither owners nor athletes. */
const USUAL_ROLE: Role = 'agent'

export function InvitePanel({ roles }: { roles: readonly Role[] }) {
  const dispatch = useAppDispatch()
  const { id, may } = useOrganisation()
  const [full, setFull] = useState(false)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newInvitation,
    async send(invitation) {
      setFull(false)
      await dispatch(invitationsApi.endpoints.invite.initiate({ organisation: id, invitation })).unwrap()
      formProps.ref.current?.reset()
      showToast('success', `An invitation is on its way to ${invitation.email}.`)
    },
    onRefusal({ code }) {
      setFull(code === 'no-seat-left')
      return false
    },
  })
  return (
    <Panel title="Invite someone" lead="They get a mail with a link that is valid for 7 days.">
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        {full && may('billing.manage') && (
          <p className="text-sm">
            <Link to="../billing" className={textLinkClass}>
              Add seats to your plan
            </Link>
          </p>
        )}
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_14rem_auto]">
          <EmailField name="email" label="Email" autoComplete="off" errors={errors} />
          <Field label="Role" error={errors.get('role')}>
            {(control) => (
              <RoleSelect
                {...control}
                name="role"
                choices={roles}
                defaultValue={roles.includes(USUAL_ROLE) ? USUAL_ROLE : roles[0]}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} className="md:mt-[1.875rem]">
            {busy ? 'Inviting…' : 'Invite'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
