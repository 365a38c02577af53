import { organizationsApi } from '@sherpa/api-client/organizations'
import { organizationKinds } from '@sherpa/contracts/organization'
import { type Organization, organizationSettings } from '@sherpa/contracts/organization-settings'
import { Checkbox } from '@sherpa/ui/choice'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { RemoveSample } from '../../samples/remove-sample.tsx'
import { EnginePanel } from '../../sonar/engine-panel.tsx'
import { BookkeepingFields } from './bookkeeping-fields.tsx'

export function Component() {
  const { id, name } = useOrganization()
  const query = organizationsApi.useOrganizationQuery({ organization: id })
  return (
    <>
      <ScreenHeading title="General" within={name} lead={`Visible to everyone in ${name}.`} />
      <Loaded query={query}>{(organization) => <SettingsForm organization={organization} />}</Loaded>
      <EnginePanel />
      <RemoveSample />
    </>
  )
}

function SettingsForm({ organization }: { organization: Organization }) {
  const [editOrganization] = organizationsApi.useEditOrganizationMutation()
  const { id, name, kind, guardiansSeePayments, reviewContactData } = organization
  const { role } = useOrganization()
  const { errors, failureText, busy, formProps } = useForm({
    schema: organizationSettings,
    read: ({ fiscalMonth, guardiansSeePayments, reviewContactData, ...typed }) => ({
      ...typed,
      fiscalMonth: Number(fiscalMonth),
      reviewContactData: reviewContactData === 'on',
      ...(role === 'owner' && { guardiansSeePayments: guardiansSeePayments === 'on' }),
    }),
    async send(change) {
      await editOrganization({ organization: id, body: change }).unwrap()
      showToast('success', 'Settings saved.')
    },
  })
  return (
    <form {...formProps} className="flex max-w-2xl flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField
        name="name"
        label="Name"
        autoComplete="organization"
        maxLength={120}
        defaultValue={name}
        errors={errors}
      />
      <SelectField
        name="kind"
        label="Organization type"
        options={organizationKinds}
        defaultValue={kind}
        error={errors.get('kind')}
      />
      <BookkeepingFields organization={organization} errors={errors} />
      <Checkbox name="reviewContactData" defaultChecked={reviewContactData}>
        Review athletes’ contact data
        <span className="block text-xs text-grey">
          Changes by athletes to phone, address, sizes and social accounts wait until a manager accepts them.
        </span>
      </Checkbox>
      {role === 'owner' && (
        <Checkbox name="guardiansSeePayments" defaultChecked={guardiansSeePayments}>
          Guardians see payments
          <span className="block text-xs text-grey">
            Guardians of athletes under 18 see what was received and is expected this year.
          </span>
        </Checkbox>
      )}
      <SaveBar busy={busy} />
    </form>
  )
}
