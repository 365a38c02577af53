import { currencies } from '@sherpa/contracts/currency'
import type { ChangedTerms, Deal, DealTerm, DealTerms } from '@sherpa/contracts/deal'
import { type Exclusivity, places, productCategories, type Territory } from '@sherpa/contracts/exclusivity'
import { termLabels } from '@sherpa/contracts/field-labels'
import { controlClass } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { GrowingTextArea } from '../../../forms/growing-text-area.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { ChoiceEditor, type Editing, InlineField, LineEditor, NotSaved } from '../../../records/inline-field.tsx'
import { type Option, SeveralEditor } from '../../../records/several-editor.tsx'
import { QuietButton } from '../../athletes/record/panel-parts.tsx'
import { useColleagues } from '../../athletes/use-colleagues.ts'
import { currencyOf, placeInWords, termInWords } from '../deal-words.ts'
import { feeText, parseFee } from '../fee-text.ts'
import { currentTerms, currentVersion } from './contested-terms.ts'
import { termId } from './term-address.ts'
import type { SaveDeal } from './use-deal-changes.tsx'

type Shown = { deal: Deal; save: SaveDeal }

/** Terms that the header says too. */
const termsInHead: readonly DealTerm[] = ['startsOn', 'endsOn', 'category', 'fee']

/** Folds what the header says, except while an amendment differs from it. */
export function TermsPanel(record: Shown) {
  const { deal } = record
  const { hash } = useLocation()
  const { number, terms } = currentVersion(deal)
  const [isWhole, setWhole] = useState(deal.versionInForce !== null && number !== deal.versionInForce)
  if (!isWhole && termsInHead.some((term) => hash === `#${termId(term)}`)) setWhole(true)
  // A term that is filled in here stays.
  const [folded] = useState(() => termsInHead.filter((term) => termInWords(term, terms) !== ''))
  const isAskedForFirearm =
    terms.category === 'firearms' || (terms.mayBuy ?? null) !== null || hash === `#${termId('mayBuy')}`
  const isShown = (term: DealTerm) => isWhole || !folded.includes(term)
  return (
    <Panel
      title="Terms"
      actions={
        !isWhole && (
          <QuietButton name="All terms" icon="show" onClick={() => setWhole(true)}>
            All terms
          </QuietButton>
        )
      }
    >
      <div className="record-columns -mt-2 gap-y-0">
        <dl>
          {isShown('startsOn') && <DayTerm {...record} term="startsOn" />}
          {isShown('endsOn') && <DayTerm {...record} term="endsOn" />}
          {isShown('category') && <CategoryTerm {...record} />}
          {isAskedForFirearm && <MayBuyTerm {...record} />}
          <ExclusivityTerm {...record} />
          <TerritoryTerm {...record} />
          <Lead {...record} />
        </dl>
        <dl>
          <TextTerm {...record} term="usageRights" />
          <TextTerm {...record} term="businessPurpose" />
          <PayorTerm {...record} />
          {deal.money && isShown('fee') && <FeeTerm {...record} />}
          {deal.money && <CurrencyTerm {...record} />}
          {isWhole && <Title {...record} />}
        </dl>
      </div>
    </Panel>
  )
}

function mayEdit(deal: Deal) {
  return deal.actions.includes('edit')
}

function Term<Draft>({
  deal,
  save,
  term,
  value,
  changes,
  editable = mayEdit(deal),
  children,
}: Shown & {
  term: DealTerm
  value: Draft
  changes: (draft: Draft) => ChangedTerms
  editable?: boolean
  children: (editing: Editing<Draft>) => React.ReactNode
}) {
  const text = termInWords(term, currentTerms(deal))
  if (!editable && text === '') return null
  return (
    <InlineField
      id={termId(term)}
      label={termLabels[term]}
      seen={deal}
      value={value}
      shown={text ? <span className="whitespace-pre-line">{text}</span> : null}
      editable={editable}
      save={async (draft, seen) => save({ terms: changes(draft) }, seen)}
    >
      {children}
    </InlineField>
  )
}

function DayTerm({ term, ...record }: Shown & { term: 'startsOn' | 'endsOn' }) {
  const terms = currentTerms(record.deal)
  return (
    <Term {...record} term={term} value={terms[term] ?? ''} changes={(draft) => ({ [term]: draft || null })}>
      {(editing) => <LineEditor editing={editing} type="date" />}
    </Term>
  )
}

const categories = Object.entries(productCategories).map(([id, name]) => ({ id, name }))

function CategoryTerm(record: Shown) {
  const terms = currentTerms(record.deal)
  return (
    <Term
      {...record}
      term="category"
      value={(terms.category ?? '') as string}
      changes={(draft) => ({ category: (draft || null) as DealTerms['category'] })}
    >
      {(editing) => <ChoiceEditor editing={editing} none="None" options={categories} />}
    </Term>
  )
}

const answers = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]

/** Texas bars endorsing a firearm that the athlete may not legally buy. */
function MayBuyTerm(record: Shown) {
  const { mayBuy = null } = currentTerms(record.deal)
  return (
    <Term
      {...record}
      term="mayBuy"
      value={(mayBuy === null ? '' : mayBuy ? 'yes' : 'no') as string}
      changes={(draft) => ({ mayBuy: draft ? draft === 'yes' : null })}
    >
      {(editing) => <ChoiceEditor editing={editing} none="Unknown" options={answers} />}
    </Term>
  )
}

const NO_OTHER_SPONSOR = { id: 'company', name: 'No other sponsor' }
/** "Other" says nothing about what the deal excludes. */
const excludable = [NO_OTHER_SPONSOR, ...categories.filter(({ id }) => id !== 'other')]

function ExclusivityTerm(record: Shown) {
  const { exclusivity } = currentTerms(record.deal)
  const chosen =
    exclusivity.kind === 'none'
      ? []
      : exclusivity.kind === 'company'
        ? [NO_OTHER_SPONSOR]
        : excludable.filter(({ id }) => (exclusivity.categories as string[]).includes(id))
  return (
    <Term
      {...record}
      term="exclusivity"
      value={chosen as Option[]}
      changes={(draft) => ({ exclusivity: exclusivityOf(draft) })}
    >
      {(editing) => <SeveralEditor editing={editing} options={excludable} />}
    </Term>
  )
}

function exclusivityOf(chosen: Option[]): Exclusivity {
  if (chosen.length === 0) return { kind: 'none' }
  if (chosen.some(({ id }) => id === NO_OTHER_SPONSOR.id)) return { kind: 'company' }
  return { kind: 'category', categories: chosen.map(({ id }) => id as keyof typeof productCategories) }
}

const WORLDWIDE = { id: 'worldwide', name: 'Worldwide' }
const UNITED_STATES = { id: 'us', name: 'United States' }
const SHOWN_PLACES = 40

function TerritoryTerm(record: Shown) {
  const { territory } = currentTerms(record.deal)
  const [search, setSearch] = useState('')
  const chosen =
    territory.kind === 'places'
      ? territory.places.map((id) => ({ id, name: placeInWords(id) }))
      : [territory.kind === 'us' ? UNITED_STATES : WORLDWIDE]
  const wanted = search.trim().toLowerCase()
  return (
    <Term
      {...record}
      term="territory"
      value={chosen as Option[]}
      changes={(draft) => ({ territory: territoryOf(draft) })}
    >
      {(editing) => (
        <SeveralEditor
          editing={editing}
          options={[
            WORLDWIDE,
            UNITED_STATES,
            ...(wanted ? places.filter((id) => id !== 'US').map((id) => ({ id, name: placeInWords(id) })) : []),
          ]
            .filter(({ name }) => name.toLowerCase().includes(wanted))
            .slice(0, SHOWN_PLACES)}
          search={search}
          onSearch={setSearch}
          searchLabel="Find a country or state"
        />
      )}
    </Term>
  )
}

function territoryOf(chosen: Option[]): Territory {
  const has = (one: Option) => chosen.some(({ id }) => id === one.id)
  const single = chosen.filter(({ id }) => id !== WORLDWIDE.id && id !== UNITED_STATES.id)
  if (single.length > 0) return { kind: 'places', places: single.map(({ id }) => id) }
  if (has(WORLDWIDE)) return { kind: 'worldwide' }
  if (has(UNITED_STATES)) return { kind: 'us' }
  throw new NotSaved('Choose at least one country or state')
}

function TextTerm({ term, ...record }: Shown & { term: 'usageRights' | 'businessPurpose' }) {
  const terms = currentTerms(record.deal)
  return (
    <Term {...record} term={term} value={terms[term] ?? ''} changes={(draft) => ({ [term]: draft.trim() || null })}>
      {({ draft, change, save, busy, control }) => (
        <GrowingTextArea
          {...control}
          rows={3}
          maxLength={2000}
          value={draft}
          readOnly={busy}
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter inserts a line break; Ctrl+Enter saves.
            event.stopPropagation()
            if (event.ctrlKey || event.metaKey) save()
          }}
          className={`${controlClass} max-h-64 px-2 py-1 text-sm`}
        />
      )}
    </Term>
  )
}

const noPayor = { name: '', title: '', email: '' }

function PayorTerm(record: Shown) {
  const { payor } = currentTerms(record.deal)
  const value = payor ? { name: payor.name, title: payor.title ?? '', email: payor.email ?? '' } : noPayor
  // The address needs money permission.
  const fields = { name: 'Name', title: 'Title', ...(record.deal.money && { email: 'Email' }) }
  return (
    <Term
      {...record}
      term="payor"
      value={value}
      changes={({ name, title, email }) => ({
        payor: name || title || email ? { name, title: title || null, email: email || null } : null,
      })}
    >
      {({ draft, change, busy, control }) => (
        <fieldset aria-label={control['aria-label']} className="flex flex-col gap-1.5">
          {(Object.keys(fields) as (keyof typeof value)[]).map((field) => (
            <input
              key={field}
              type="text"
              aria-label={fields[field]}
              aria-describedby={control['aria-describedby']}
              placeholder={fields[field]}
              inputMode={field === 'email' ? 'email' : 'text'}
              autoComplete="off"
              maxLength={120}
              value={draft[field]}
              readOnly={busy}
              onChange={({ target }) => change({ ...draft, [field]: target.value })}
              className={`${controlClass} min-h-8 px-2 py-1 text-sm max-md:min-h-11`}
            />
          ))}
        </fieldset>
      )}
    </Term>
  )
}

function FeeTerm(record: Shown) {
  const { may } = useOrganization()
  const { fee, ...terms } = currentTerms(record.deal)
  const currency = currencyOf(terms)
  return (
    <Term
      {...record}
      term="fee"
      value={feeText(fee, currency)}
      editable={mayEdit(record.deal) && may('money.edit')}
      changes={(draft) => {
        const read = parseFee(draft, currency)
        if ('problem' in read) throw new NotSaved(read.problem)
        return read
      }}
    >
      {(editing) => <LineEditor editing={editing} inputMode="decimal" maxLength={40} />}
    </Term>
  )
}

const currencyOptions = currencies.map((code) => ({ id: code, name: code }))

function CurrencyTerm(record: Shown) {
  const { may } = useOrganization()
  const { currency } = currentTerms(record.deal)
  if (!currency) return null
  return (
    <Term
      {...record}
      term="currency"
      value={currency as string}
      editable={mayEdit(record.deal) && may('money.edit')}
      changes={(draft) => ({ currency: draft as DealTerms['currency'] })}
    >
      {(editing) => <ChoiceEditor editing={editing} options={currencyOptions} />}
    </Term>
  )
}

function Title({ deal, save }: Shown) {
  if (!mayEdit(deal)) return null
  return (
    <InlineField
      label="Title"
      seen={deal}
      value={currentVersion(deal).title}
      shown={currentVersion(deal).title}
      editable
      save={(draft, seen) => save({ title: draft }, seen)}
    >
      {(editing) => <LineEditor editing={editing} maxLength={160} />}
    </InlineField>
  )
}

/** Editable at any time: the lead is not part of the terms. */
function Lead({ deal, save }: Shown) {
  const colleagues = useColleagues()
  const { role, may } = useOrganization()
  if (role === 'athlete' && !deal.lead) return null
  const others = deal.lead && !colleagues.some(([id]) => id === deal.lead?.id) ? [deal.lead] : []
  return (
    <InlineField
      label="Lead"
      seen={deal}
      value={deal.lead?.id ?? ''}
      shown={deal.lead?.name ?? null}
      editable={may('deals.edit')}
      save={(draft, seen) => save({ leadId: draft || null }, seen)}
    >
      {(editing) => (
        <ChoiceEditor
          editing={editing}
          none="No lead"
          options={[...others, ...colleagues.map(([id, name]) => ({ id, name }))]}
        />
      )}
    </InlineField>
  )
}
