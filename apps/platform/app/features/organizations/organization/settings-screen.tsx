import { organizationsApi } from '@sherpa/api-client/organizations'
import { newOrganization } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { OrganizationFields } from './organization-fields.tsx'

export function Component() {
  const [editOrganization] = organizationsApi.useEditOrganizationMutation()
  const { id, name, kind } = useOrganization()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newOrganization,
    async send(change) {
      await editOrganization({ organization: id, body: change }).unwrap()
      showToast('success', 'Settings saved.')
    },
  })
  return (
    <>
      <ScreenHeading title="Organization settings" within={name} lead={`Everyone in ${name} sees these.`} />
      <form {...formProps} className="flex max-w-2xl flex-col gap-5">
        <FormMessage failure={failureText} />
        <OrganizationFields name={name} kind={kind} errors={errors} />
        <Button type="submit" busy={busy} className="sm:self-start">
          {busy ? 'Saving…' : 'Save'}
        </Button>
      </form>
    </>
  )
}
