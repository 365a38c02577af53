import { companiesApi } from '@sherpa/api-client/companies'
import { companyKinds, newCompany } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { useNavigate } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { ActionLabel } from '../../list/list-head.tsx'

/** Opens with the button, or with `?add` in the address. */
export function AddCompanyButton() {
  const [open, setOpen] = useOpenedByAddress('add')
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ActionLabel verb="Add" noun="company" />
      </Button>
      <Dialog open={open} title="Add company" onClose={close}>
        <AddCompanyForm onClose={close} />
      </Dialog>
    </>
  )
}

/** Parent company and contacts are entered on the record. */
function AddCompanyForm({ onClose }: { onClose: () => void }) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const [addCompany] = companiesApi.useAddCompanyMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newCompany,
    read: ({ category, website, ...typed }) => ({ ...typed, category: category || null, website: website || null }),
    async send(body) {
      const { id } = await addCompany({ organization, body }).unwrap()
      void navigate(`/organizations/${organization}/companies/${id}`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <TextField name="name" label="Name" maxLength={120} autoComplete="off" errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind" error={errors.get('kind')}>
          {(control) => (
            <Select {...control} name="kind" defaultValue="brand">
              <Options of={companyKinds} />
            </Select>
          )}
        </Field>
        <Field label="Category" note="optional" error={errors.get('category')}>
          {(control) => (
            <Select {...control} name="category" defaultValue="">
              <option value="">Unknown</option>
              <Options of={productCategories} />
            </Select>
          )}
        </Field>
      </div>
      <TextField
        name="website"
        label="Website"
        note="optional"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={200}
        autoComplete="off"
        errors={errors}
      />
      <SubmitActions label="Add company" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function Options({ of: names }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
