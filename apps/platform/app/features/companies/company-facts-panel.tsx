import { type Company, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ChoiceEditor, type Editing, InlineField, LineEditor } from '../../records/inline-field.tsx'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { factInWords, factLabels } from './company-facts.ts'
import { CompanyPicker } from './company-picker.tsx'
import type { SaveChanges } from './use-company-changes.tsx'

type Shown = { company: Company; save: SaveChanges }

/** Edited inline; read-only without permission. Those that the header says are folded at first. */
export function CompanyFacts(record: Shown) {
  const { company } = record
  const { id, may } = useOrganization()
  const [isWhole, setWhole] = useState(false)
  // A fact that is filled in here stays.
  const [isCategoryFolded] = useState(company.category !== null)
  const [isWebsiteFolded] = useState(company.website !== null)
  return (
    <Panel
      title="Details"
      actions={
        !isWhole && (
          <QuietButton name="All details" icon="show" onClick={() => setWhole(true)}>
            All details
          </QuietButton>
        )
      }
    >
      <dl className="-mt-2">
        {isWhole &&
          (company.isSelf ? <OwnName name={company.name} /> : <LineFact {...record} fact="name" maxLength={120} />)}
        {isWhole && <ChoiceFact {...record} fact="kind" names={companyKinds} />}
        {(isWhole || !isCategoryFolded) && (
          <ChoiceFact {...record} fact="category" names={productCategories} none="Unknown" />
        )}
        {(isWhole || !isWebsiteFolded) && <LineFact {...record} fact="website" maxLength={200} />}
        <ParentFact {...record} />
      </dl>
      {company.isSelf && (
        <p className="mt-3 text-sm text-grey">
          This is your organization. Under deals with it, you pay the athlete.
          {may('organization.edit') && (
            <>
              {' '}
              Rename it in the{' '}
              <Link to={`/organizations/${id}/settings`} className={textLinkClass}>
                organization settings
              </Link>
              .
            </>
          )}
        </p>
      )}
    </Panel>
  )
}

function OwnName({ name }: { name: string }) {
  return (
    <div className="fact">
      <dt className="text-grey">{factLabels.name}</dt>
      <dd className="min-w-0">
        <div className="fact-value">{name}</div>
      </dd>
    </div>
  )
}

function LineFact({ company, save, fact, maxLength }: Shown & { fact: 'name' | 'website'; maxLength: number }) {
  const { may } = useOrganization()
  const text = company[fact] ?? ''
  if (!may('deals.edit') && !text) return null
  return (
    <InlineField
      label={factLabels[fact]}
      seen={company}
      value={text}
      shown={text || null}
      editable={may('deals.edit')}
      save={(draft, seen) => save({ [fact]: draft.trim() || (fact === 'name' ? '' : null) }, seen)}
    >
      {(editing) => <LineEditor editing={editing} maxLength={maxLength} />}
    </InlineField>
  )
}

function ChoiceFact({
  company,
  save,
  fact,
  names,
  none,
}: Shown & { fact: 'kind' | 'category'; names: Readonly<Record<string, string>>; none?: string }) {
  const { may } = useOrganization()
  const value: string = company[fact] ?? ''
  if (!may('deals.edit') && !value) return null
  return (
    <InlineField
      label={factLabels[fact]}
      seen={company}
      value={value}
      shown={factInWords(fact, value) || null}
      editable={may('deals.edit')}
      save={(draft, seen) => save({ [fact]: draft || null }, seen)}
    >
      {(editing) => (
        <ChoiceEditor
          editing={editing}
          options={Object.entries(names).map(([id, name]) => ({ id, name }))}
          {...(none && { none })}
        />
      )}
    </InlineField>
  )
}

type Parent = Company['parent']

/** Editors only: others see the parent as a link at the right. */
function ParentFact({ company, save }: Shown) {
  const { may } = useOrganization()
  const { parent } = company
  if (!may('deals.edit')) return null
  return (
    <InlineField<Parent, Company>
      label={factLabels.parentId}
      seen={company}
      value={parent}
      shown={parent?.name ?? null}
      editable
      save={(draft, seen) =>
        save({ parentId: draft?.id ?? null }, seen, {
          label: factLabels.parentId,
          mine: draft?.name ?? '',
          theirs: (present) => present.parent?.name ?? '',
        })
      }
    >
      {(editing) => <ParentEditor editing={editing} company={company} />}
    </InlineField>
  )
}

function ParentEditor({ editing, company }: { editing: Editing<Parent>; company: Company }) {
  const { control, save } = editing
  return (
    <fieldset aria-label={control['aria-label']} aria-describedby={control['aria-describedby']} className="several">
      <CompanyPicker
        label="Search companies"
        none="No parent company"
        except={({ id }) => id === company.id}
        onChoose={(parent) => save(parent && { id: parent.id, name: parent.name })}
      />
    </fieldset>
  )
}
