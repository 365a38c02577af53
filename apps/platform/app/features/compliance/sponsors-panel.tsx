import { complianceApi } from '@sherpa/api-client/compliance'
import type { ComplianceSettings, SponsorsChange } from '@sherpa/contracts/compliance'
import { type ProductCategory, productCategories, productCategory } from '@sherpa/contracts/exclusivity'
import { requiredLine } from '@sherpa/contracts/text'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { CompanyPicker } from '../companies/company-picker.tsx'

type Sponsor = NonNullable<SponsorsChange['sponsors']>[number]

/** Sponsors of the school. "None" is a list too. */
export function SponsorsPanel({ settings }: { settings: ComplianceSettings }) {
  const { id: organization, may } = useOrganization()
  const [list] = complianceApi.useListSponsorsMutation()
  const [isAdding, setAdding] = useState(false)
  const { run } = useAction()
  const { sponsors, version } = settings
  const editable = may('deals.edit')
  const save = (changed: Sponsor[]) => list({ organization, body: { version, sponsors: changed } }).unwrap()
  const listed = (sponsors ?? []).map(
    ({ companyId, name, category }): Sponsor => ({ companyId, name: companyId ? null : name, category }),
  )
  return (
    <div id="sponsors">
      <Panel
        title="Sponsors of the school"
        empty={!sponsors?.length && (sponsors ? 'None' : 'Not listed yet')}
        actions={
          editable && (
            <span className="flex flex-wrap items-center gap-1">
              {!sponsors && (
                <QuietButton name="No sponsors" onClick={() => void run(() => save([]), 'Recorded: none.')}>
                  No sponsors
                </QuietButton>
              )}
              <QuietButton name="Add sponsor" onClick={() => setAdding(true)}>
                Add
              </QuietButton>
            </span>
          )
        }
      >
        {sponsors && sponsors.length > 0 && (
          <ul className="-mt-4 divide-y divide-line-soft text-sm">
            {sponsors.map(({ companyId, name, category }, index) => (
              <li key={companyId ?? name} className="flex items-center justify-between gap-2 py-2">
                <span className="min-w-0 break-words">
                  <span className="font-medium text-ink">{name}</span>
                  {category && <span className="text-grey"> {productCategories[category]}</span>}
                </span>
                {editable && (
                  <RowMenu name={`Actions for ${name}`}>
                    <MenuItem onClick={() => void run(() => save(listed.toSpliced(index, 1)), 'Sponsor removed.')}>
                      Remove
                    </MenuItem>
                  </RowMenu>
                )}
              </li>
            ))}
          </ul>
        )}
        <Dialog open={isAdding} title="Add sponsor" onClose={() => setAdding(false)}>
          <SponsorForm send={(sponsor) => save([...listed, sponsor])} onClose={() => setAdding(false)} />
        </Dialog>
      </Panel>
    </div>
  )
}

const typed = z.object({
  name: requiredLine(120, 'Choose a company or enter a name'),
  category: z.nullable(productCategory),
})

function SponsorForm({ send, onClose }: { send: (sponsor: Sponsor) => Promise<unknown>; onClose: () => void }) {
  const [company, setCompany] = useState<{ id: string; name: string } | null>(null)
  const { errors, failureText, busy, formProps } = useForm({
    schema: typed,
    read: ({ name, category }) => ({
      name: company?.name ?? name,
      category: (category || null) as ProductCategory | null,
    }),
    async send({ name, category }) {
      await send(company ? { companyId: company.id, name: null, category } : { companyId: null, name, category })
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      {company ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span className="font-medium text-ink">{company.name}</span>
          <Button look="secondary" size="small" onClick={() => setCompany(null)}>
            Change
          </Button>
        </p>
      ) : (
        <>
          <CompanyPicker label="Search companies" except={() => false} onChoose={setCompany} />
          <TextField name="name" label="Or its name" maxLength={120} errors={errors} />
        </>
      )}
      <SelectField
        name="category"
        label="Category"
        options={{ '': 'Of the company', ...productCategories }}
        error={errors.get('category')}
      />
      <SubmitActions label="Add" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}
