import { organizationsApi } from '@sherpa/api-client/organizations'
import { newOrganization } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../../data/reload-account.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAppDispatch } from '../../../store.ts'
import { OrganizationFields } from './organization-fields.tsx'

export function NewOrganizationForm() {
  const dispatch = useAppDispatch()
  const [createOrganization] = organizationsApi.useCreateOrganizationMutation()
  const navigate = useNavigate()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newOrganization,
    async send(values) {
      const { id } = await createOrganization({ body: values }).unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organizations/${id}`, { replace: true })
    },
  })
  return (
    <form {...formProps} className="flex max-w-2xl flex-col gap-5">
      <FormMessage failure={failureText} />
      <OrganizationFields errors={errors} />
      <Button type="submit" busy={busy} className="sm:self-start">
        {busy ? 'Creating…' : 'Create organization'}
      </Button>
    </form>
  )
}
