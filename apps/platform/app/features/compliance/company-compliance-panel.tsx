import { complianceApi } from '@sherpa/api-client/compliance'
import type { Company } from '@sherpa/contracts/company'
import { type CompanyCompliance, newAssociation } from '@sherpa/contracts/compliance'
import { clubLeagues } from '@sherpa/contracts/compliance/judgment'
import { countryCodes, countryName } from '@sherpa/contracts/country'
import { onFirstUse } from '@sherpa/contracts/on-first-use'
import { usStates } from '@sherpa/contracts/us-states'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { ChoiceFact, LineFact } from './fact-fields.tsx'
import { SchoolPicker } from './school-picker.tsx'
import { factLabels, useCompanyComplianceChanges } from './use-compliance-changes.tsx'

export function useCompanyCompliance(company: string) {
  const { id: organization, role } = useOrganization()
  return complianceApi.useCompanyComplianceQuery({ organization, company }, { skip: role === 'athlete' })
}

/** Of a school: state and athletic director. Of a club: league and country. Of all but schools: associated schools. */
export function CompanyCompliancePanel({ company }: { company: Company }) {
  const { currentData: facts } = useCompanyCompliance(company.id)
  if (!facts) return null
  return (
    <div id="compliance" className="flex flex-col gap-8">
      {(company.kind === 'club' || company.kind === 'league') && (
        <Facts company={company.id} facts={facts} choices={{ league: clubLeagues, country: countries() }} />
      )}
      {company.kind === 'school' ? (
        <Facts
          company={company.id}
          facts={facts}
          lines={{ directorName: { maxLength: 120 }, directorEmail: { inputMode: 'email', maxLength: 254 } }}
          choices={{ state: usStates }}
        />
      ) : (
        <Associations company={company} facts={facts} />
      )}
    </div>
  )
}

const countries = onFirstUse(() => Object.fromEntries(countryCodes.map((code) => [code, countryName(code)])))

type Choice = 'state' | 'league' | 'country'
type Line = 'directorName' | 'directorEmail'

function Facts({
  company,
  facts,
  choices,
  lines = {},
}: {
  company: string
  facts: CompanyCompliance
  choices: Partial<Record<Choice, Readonly<Record<string, string>>>>
  lines?: Partial<Record<Line, { maxLength: number; inputMode?: 'email' }>>
}) {
  const { may } = useOrganization()
  const { save, dialog } = useCompanyComplianceChanges(company)
  const propsOf = (fact: Choice | Line) => ({
    label: factLabels[fact],
    facts,
    value: facts[fact],
    editable: may('deals.edit'),
    save: (value: string | null, seen: CompanyCompliance) => save({ [fact]: value }, seen),
  })
  return (
    <Panel title="Compliance">
      <dl className="-mt-2">
        {Object.entries(choices).map(([fact, names]) => (
          <ChoiceFact key={fact} {...propsOf(fact as Choice)} choices={names} />
        ))}
        {Object.entries(lines).map(([fact, line]) => (
          <LineFact key={fact} {...propsOf(fact as Line)} {...line} />
        ))}
      </dl>
      {dialog}
    </Panel>
  )
}

function Associations({ company, facts }: { company: Company; facts: CompanyCompliance }) {
  const { id: organization, may } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const [remove] = complianceApi.useRemoveAssociationMutation()
  const { save, dialog } = useCompanyComplianceChanges(company.id)
  const { run } = useAction()
  const { associations, checked } = facts
  const editable = may('deals.edit')
  const checkedBy = checked && `Checked ${dayOf(checked.at)}${checked.by ? ` by ${checked.by.name}` : ''}`
  return (
    <Panel
      title="Associated schools"
      lead={associations.length > 0 && checkedBy}
      empty={associations.length === 0 && (checkedBy ? `None. ${checkedBy}` : 'Not checked yet')}
      actions={
        editable && (
          <span className="flex flex-wrap items-center gap-1">
            {!checked && (
              <QuietButton
                name="None: no associated school"
                onClick={() => void run(() => save({ associationsChecked: true }, facts))}
              >
                None
              </QuietButton>
            )}
            <QuietButton name="Add associated school" onClick={() => setAdding(true)}>
              Add
            </QuietButton>
          </span>
        )
      }
    >
      {associations.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft text-sm">
          {associations.map(({ id, school, reason, source, isRightsPartner }) => (
            <li key={id} className="flex items-start justify-between gap-2 py-2">
              <div className="min-w-0 break-words">
                <Link to={`/organizations/${organization}/companies/${school.id}`} className={textLinkClass}>
                  {school.name}
                </Link>
                {isRightsPartner && <span className="block">Multimedia-rights partner</span>}
                <span className="block">{reason}</span>
                {source && <span className="block text-xs text-grey">Source: {source}</span>}
              </div>
              {editable && (
                <RowMenu name={`Actions for ${school.name}`}>
                  <MenuItem
                    onClick={() =>
                      void run(
                        () => remove({ organization, company: company.id, association: id }).unwrap(),
                        'Association removed.',
                      )
                    }
                  >
                    Remove
                  </MenuItem>
                </RowMenu>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={isAdding} title="Add associated school" onClose={() => setAdding(false)}>
        <AssociationForm company={company.id} onClose={() => setAdding(false)} />
      </Dialog>
      {dialog}
    </Panel>
  )
}

function AssociationForm({ company, onClose }: { company: string; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [add] = complianceApi.useAddAssociationMutation()
  const [school, setSchool] = useState<{ id: string; name: string } | null>(null)
  const [isRightsPartner, setRightsPartner] = useState(false)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newAssociation,
    read: ({ reason, source }) => ({ schoolId: school?.id ?? '', reason, source: source || null, isRightsPartner }),
    async send(body) {
      await add({ organization, company, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      {school ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span className="font-medium text-ink">{school.name}</span>
          <Button look="secondary" size="small" onClick={() => setSchool(null)}>
            Change
          </Button>
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <SchoolPicker label="Search schools" onChoose={setSchool} />
          {errors.get('schoolId') && <p className="text-sm font-medium text-error">Choose a school</p>}
        </div>
      )}
      <Checkbox checked={isRightsPartner} onChange={({ target }) => setRightsPartner(target.checked)}>
        It is the school’s multimedia-rights partner
      </Checkbox>
      <TextField name="reason" label="How they are associated" maxLength={200} errors={errors} />
      <TextField name="source" label="Source" note="optional" maxLength={200} errors={errors} />
      <SubmitActions label="Add" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}
