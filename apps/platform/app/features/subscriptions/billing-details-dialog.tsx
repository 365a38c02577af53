import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { billingDetails, type KnownBillingDetails } from '@sherpa/contracts/billing-details'
import { countryCodes, countryName } from '@sherpa/contracts/country'
import { Dialog } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { EmailField, TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'

type Editing = { details: KnownBillingDetails; onClose: () => void }

export function BillingDetailsDialog({ open, ...rest }: Editing & { open: boolean }) {
  return (
    <Dialog open={open} title="Billing details" onClose={rest.onClose}>
      <BillingDetailsForm {...rest} />
    </Dialog>
  )
}

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

function BillingDetailsForm({ details, onClose }: Editing) {
  const [changeBillingDetails] = subscriptionsApi.useChangeBillingDetailsMutation()
  const { id, name: organizationName } = useOrganization()
  const { errors, failureText, busy, formProps } = useForm({
    schema: billingDetails,
    async send(values) {
      await changeBillingDetails({ organization: id, body: values }).unwrap()
      onClose()
      showToast('success', 'Billing details saved.')
    },
  })
  const entered = (name: Exclude<keyof KnownBillingDetails, 'tax'>) => ({
    name,
    defaultValue: details[name] ?? '',
    errors,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField
        {...entered('legalName')}
        label="Legal name"
        autoComplete="organization"
        maxLength={120}
        defaultValue={details.legalName ?? organizationName}
      />
      <EmailField
        {...entered('billingEmail')}
        label="Billing email"
        hint="We send prices and invoices to this address."
      />
      <Field label="Country" error={errors.get('country')}>
        {(control) => (
          <Select {...control} name="country" autoComplete="country" defaultValue={details.country ?? ''}>
            <option value="">Select a country</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField {...entered('addressLine1')} label="Address" autoComplete="address-line1" maxLength={120} />
      <TextField
        {...entered('addressLine2')}
        label="Address line 2"
        note="optional"
        autoComplete="address-line2"
        maxLength={120}
      />
      <TextField {...entered('city')} label="City" autoComplete="address-level2" maxLength={80} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...entered('state')} label="State or province" autoComplete="address-level1" maxLength={80} />
        <TextField {...entered('postalCode')} label="ZIP or postal code" autoComplete="postal-code" maxLength={20} />
      </div>
      <TextField {...entered('taxId')} label="Tax ID" note="optional" autoComplete="off" maxLength={40} />
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
