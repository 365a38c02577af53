import { athletesApi } from '@sherpa/api-client/athletes'
import { organizationsApi } from '@sherpa/api-client/organizations'
import {
  type Athlete,
  type AthleteChanges,
  type AthleteFact,
  type AthleteTag,
  athleteName,
  type CustomField,
  levels,
  type Someone,
  sensitiveFacts,
} from '@sherpa/contracts/athlete'
import { countryCodes, countryName } from '@sherpa/contracts/countries'
import { factLabels } from '@sherpa/contracts/field-labels'
import { positionName, positionsOf, type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { stateName, usStates } from '@sherpa/contracts/us-states'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useAfterPause } from '../../../data/use-after-pause.ts'
import { failureOf } from '../../../forms/failure.ts'
import { useAccount, useLabels, useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { ChoiceEditor, type Editing, InlineField, LineEditor, NotSaved } from '../../../records/inline-field.tsx'
import { type Option, SeveralEditor } from '../../../records/several-editor.tsx'
import { ContactLinks } from '../../contact-log/contact-links.tsx'
import { customInWords, factInWords } from './athlete-words.ts'
import { QuietButton } from './panel-parts.tsx'
import type { SaveChanges } from './use-athlete-changes.tsx'

type Shown = { athlete: Athlete; save: SaveChanges }

/** Facts that the header says too, if they are known. */
const factsInHead = ['positions', 'school', 'classYear', 'hometown', 'state'] as const

/**
 * The facts of an athlete, edited inline. Those that the header says are folded at first. Readers without edit permission
 * see only filled fields.
 */
export function FactsPanel(record: Shown) {
  const { athlete } = record
  const { id: organization } = useOrganization()
  const { currentData } = athletesApi.useCustomFieldsQuery({ organization })
  const reach = useReach(record)
  const [isWhole, setWhole] = useState(false)
  // A fact that is filled in here stays.
  const [folded] = useState(() =>
    factsInHead.filter((fact) => (fact === 'positions' ? athlete.positions.length === 1 : athlete[fact] !== null)),
  )
  const isShown = (fact: (typeof factsInHead)[number]) => isWhole || !folded.includes(fact)
  return (
    <Panel
      title="Details"
      actions={
        !isWhole &&
        (athlete.editable || folded.length > 0) && (
          <QuietButton name="All details" icon="show" onClick={() => setWhole(true)}>
            All details
          </QuietButton>
        )
      }
    >
      <dl className="-mt-2">
        {/* Editors see the name in parts. */}
        {athlete.editable && isWhole && (
          <>
            <LineFact {...record} fact="givenName" />
            <LineFact {...record} fact="familyName" />
          </>
        )}
        {(isWhole || athlete.preferredName) && <LineFact {...record} fact="preferredName" />}
        <BirthDate {...record} />
        <LevelFact {...record} />
        <SportFact {...record} />
        {isShown('positions') && <PositionsFact {...record} />}
        {isShown('school') && <LineFact {...record} fact="school" />}
        {isShown('classYear') && <LineFact {...record} fact="classYear" inputMode="numeric" />}
        {isShown('hometown') && <LineFact {...record} fact="hometown" />}
        {isShown('state') && <StateFact {...record} />}
        <CountryFact {...record} />
        <LineFact {...reach.record} fact="email" inputMode="email" onShow={reach.onShow} />
        <LineFact {...reach.record} fact="phone" inputMode="tel" onShow={reach.onShow} />
        <ManagedBy {...record} />
        <Tags {...record} />
        {currentData?.fields.map((field) => (
          <CustomFact key={field.id} {...record} field={field} />
        ))}
      </dl>
    </Panel>
  )
}

/** Contact details of a minor are masked until shown, and again after a change. */
function useReach({ athlete, save }: Shown) {
  const { id: organization } = useOrganization()
  const [show] = athletesApi.useShowReachMutation()
  const [shown, setShown] = useState<{ of: string; version: number; reach: Pick<Athlete, 'email' | 'phone'> }>()
  const { busy, run } = useAction()
  const { id, version, reachMasked } = athlete
  if (!reachMasked) return { record: { athlete, save } }
  if (shown?.of === id && shown.version === version) {
    return { record: { athlete: { ...athlete, ...shown.reach, reachMasked: false }, save } }
  }
  const onShow = () =>
    run(async () => setShown({ of: id, version, reach: await show({ organization, athlete: id }).unwrap() }))
  return { record: { athlete, save }, onShow: busy ? () => undefined : onShow }
}

/** Hides fields without permission, and empty ones for readers who can't edit. */
function isHidden({ athlete }: Shown, fact: AthleteFact | undefined, text: string) {
  if (fact && sensitiveFacts.has(fact) && !athlete.sensitive) return true
  return !athlete.editable && text === ''
}

type LineName = 'givenName' | 'familyName' | 'preferredName' | 'school' | 'classYear' | 'hometown' | 'email' | 'phone'
const needed: ReadonlySet<AthleteFact> = new Set(['givenName', 'familyName'])

function LineFact({
  fact,
  inputMode = 'text',
  onShow,
  ...record
}: Shown & { fact: LineName; inputMode?: 'text' | 'numeric' | 'email' | 'tel'; onShow?: (() => void) | undefined }) {
  const { athlete, save } = record
  const text = factInWords(fact, athlete[fact], athlete.sport, useLabels())
  if (isHidden(record, fact, text)) return null
  const links = (fact === 'email' || fact === 'phone') && text !== '' && !onShow
  const reach = { email: null, phone: null, [fact]: text }
  return (
    <InlineField
      label={factLabels[fact]}
      seen={athlete}
      value={text}
      links={links}
      shown={
        text && onShow ? (
          <Masked text={text} label={factLabels[fact]} onShow={onShow} />
        ) : links ? (
          <ContactLinks name={athleteName(athlete)} contact={null} {...reach} />
        ) : (
          text || null
        )
      }
      editable={athlete.editable && !(text && onShow)}
      save={(draft, seen) => save(lineChange(fact, draft.trim()), seen)}
    >
      {(editing) => <LineEditor editing={editing} inputMode={inputMode} />}
    </InlineField>
  )
}

function Masked({ text, label, onShow }: { text: string; label: string; onShow: () => void }) {
  return (
    <span className="-my-1 flex flex-wrap items-center gap-x-1 max-md:-my-3">
      {text}
      <button
        type="button"
        aria-label={`Show ${label.toLowerCase()} (logged)`}
        onClick={onShow}
        className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-sm px-1 font-medium text-ink hover:bg-hover max-md:min-h-11"
      >
        <ToolIcon name="show" />
        Show
      </button>
    </span>
  )
}

function lineChange(fact: LineName, text: string): AthleteChanges {
  if (fact === 'classYear') {
    if (text !== '' && !/^\d{4}$/.test(text)) throw new NotSaved('Enter a year')
    return { classYear: text === '' ? null : Number(text) }
  }
  return { [fact]: text === '' && !needed.has(fact) ? null : text }
}

function BirthDate(record: Shown) {
  const { athlete, save } = record
  const { birthDate, age } = athlete
  if (isHidden(record, 'birthDate', birthDate ?? '')) return null
  return (
    <InlineField
      label={factLabels.birthDate}
      seen={athlete}
      value={birthDate ?? ''}
      shown={birthDate && `${calendarDay(birthDate)}${age === null ? '' : ` (${age})`}`}
      editable={athlete.editable}
      save={(draft, seen) => save({ birthDate: draft || null }, seen)}
    >
      {(editing) => <LineEditor editing={editing} type="date" />}
    </InlineField>
  )
}

function LevelFact({ athlete, save }: Shown) {
  return (
    <InlineField
      label={factLabels.level}
      seen={athlete}
      value={(athlete.level ?? '') as string}
      shown={athlete.level && levels[athlete.level]}
      editable={athlete.editable}
      save={(draft, seen) => save({ level: (draft || null) as Athlete['level'] }, seen)}
    >
      {(editing) => <ChoiceEditor editing={editing} none="Unknown" options={optionsOf(levels)} />}
    </InlineField>
  )
}

function SportFact(record: Shown) {
  const { athlete, save } = record
  const { id: organization } = useOrganization()
  const { currentData } = athletesApi.useSportsInUseQuery({ organization })
  if (isHidden(record, 'sport', athlete.sport ?? '')) return null
  const offered = sportIds.filter(
    (sport) => sport === athlete.sport || (currentData?.sports ?? sportIds).includes(sport),
  )
  return (
    <InlineField
      label={factLabels.sport}
      seen={athlete}
      value={(athlete.sport ?? '') as string}
      shown={athlete.sport && sportNames[athlete.sport]}
      editable={athlete.editable}
      save={(draft, seen) => save(sportChange((draft || null) as SportId | null, seen), seen)}
    >
      {(editing) => (
        <ChoiceEditor
          editing={editing}
          none="Unknown"
          options={offered.map((sport) => ({ id: sport, name: sportNames[sport] }))}
        />
      )}
    </InlineField>
  )
}

/** Drops positions that the new sport doesn't have. */
function sportChange(sport: SportId | null, { positions }: Athlete): AthleteChanges {
  const left = positions.filter((position) => sport && Object.hasOwn(positionsOf(sport), position))
  return left.length === positions.length ? { sport } : { sport, positions: left }
}

function PositionsFact(record: Shown) {
  const { athlete, save } = record
  const { sport, positions } = athlete
  const offered = sport ? Object.entries(positionsOf(sport)).map(([id, { name }]) => ({ id, name })) : []
  if (offered.length === 0 || isHidden(record, 'positions', positions.join())) return null
  return (
    <InlineField
      label={factLabels.positions}
      seen={athlete}
      value={positions.map((id): Option => ({ id, name: positionName(sport, id) }))}
      shown={positions.length > 0 ? positions.map((id) => positionName(sport, id)).join(', ') : null}
      editable={athlete.editable}
      save={(draft, seen) => save({ positions: idsOf(draft) }, seen)}
    >
      {(editing) => <SeveralEditor editing={editing} options={offered} />}
    </InlineField>
  )
}

function StateFact(record: Shown) {
  const { athlete, save } = record
  if (isHidden(record, 'state', athlete.state ?? '')) return null
  const isAbroad = athlete.country !== null && athlete.country !== 'US'
  return (
    <InlineField
      label={factLabels.state}
      seen={athlete}
      value={(athlete.state ?? '') as string}
      shown={athlete.state && (isAbroad ? athlete.state : stateName(athlete.state))}
      editable={athlete.editable}
      save={(draft, seen) => save({ state: draft.trim().toUpperCase() || null }, seen)}
    >
      {(editing) =>
        isAbroad ? (
          <LineEditor editing={editing} />
        ) : (
          <ChoiceEditor editing={editing} none="Unknown" options={optionsOf(usStates)} />
        )
      }
    </InlineField>
  )
}

function CountryFact(record: Shown) {
  const { athlete, save } = record
  if (isHidden(record, 'country', athlete.country ?? '')) return null
  return (
    <InlineField
      label={factLabels.country}
      seen={athlete}
      value={athlete.country ?? ''}
      shown={athlete.country && countryName(athlete.country)}
      editable={athlete.editable}
      save={(draft, seen) => save({ country: draft || null }, seen)}
    >
      {(editing) => <ChoiceEditor editing={editing} none="Unknown" options={countryOptions()} />}
    </InlineField>
  )
}

const countryOptions = () =>
  optionsOf(
    Object.fromEntries(
      countryCodes
        .map((code): [string, string] => [code, countryName(code)])
        .sort(([, one], [, other]) => one.localeCompare(other)),
    ),
  )

function ManagedBy(record: Shown) {
  const { athlete, save } = record
  const { lookedAfterBy } = athlete
  if (isHidden(record, undefined, namesOf(lookedAfterBy))) return null
  return (
    <InlineField
      label={factLabels.lookedAfterBy}
      seen={athlete}
      value={lookedAfterBy as Option[]}
      shown={lookedAfterBy.length > 0 ? <People people={lookedAfterBy} /> : null}
      editable={athlete.editable}
      save={(draft, seen) =>
        save({ lookedAfterBy: idsOf(draft) }, seen, {
          label: factLabels.lookedAfterBy,
          mine: namesOf(draft),
          theirs: (present) => namesOf(present.lookedAfterBy),
        })
      }
    >
      {(editing) => <MembersEditor editing={editing} />}
    </InlineField>
  )
}

function People({ people }: { people: Someone[] }) {
  return (
    <span className="flex flex-col gap-1">
      {people.map(({ id, name }) => (
        <span key={id} className="flex min-w-0 items-center gap-2">
          <Avatar name={name} />
          <span className="min-w-0">{name}</span>
        </span>
      ))}
    </span>
  )
}

const MOST_MEMBERS = 100

/** Without `people.view`, people can only assign themselves. */
function MembersEditor({ editing }: { editing: Editing<Option[]> }) {
  const { id: organization, may } = useOrganization()
  const { user } = useAccount()
  const [text, setText] = useState('')
  const search = useAfterPause(text.trim())
  const { data } = organizationsApi.useMembersInfiniteQuery(
    { organization, query: { limit: String(MOST_MEMBERS), ...(search && { search }) } },
    { skip: !may('people.view') },
  )
  const members = data?.pages[0]?.rows.filter(({ role }) => role !== 'athlete') ?? [user]
  const options = members.map(({ id, name }) => ({ id, name }))
  const isLong = text !== '' || options.length > 8
  return (
    <SeveralEditor
      editing={editing}
      options={options}
      {...(isLong && { search: text, onSearch: setText, searchLabel: 'Search members' })}
    />
  )
}

function Tags(record: Shown) {
  const { athlete, save } = record
  if (isHidden(record, undefined, namesOf(athlete.tags))) return null
  return (
    <InlineField
      label={factLabels.tags}
      seen={athlete}
      value={athlete.tags as Option[]}
      shown={athlete.tags.length > 0 ? <TagMarks tags={athlete.tags} /> : null}
      editable={athlete.editable}
      save={(draft, seen) =>
        save({ tags: idsOf(draft) }, seen, {
          label: factLabels.tags,
          mine: namesOf(draft),
          theirs: (present) => namesOf(present.tags),
        })
      }
    >
      {(editing) => <TagsEditor editing={editing} />}
    </InlineField>
  )
}

function TagMarks({ tags }: { tags: AthleteTag[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map(({ id, name }) => (
        <span key={id} className="rounded-tag border border-line px-1.5 text-xs leading-[1.125rem] text-slate">
          {name}
        </span>
      ))}
    </span>
  )
}

function TagsEditor({ editing }: { editing: Editing<Option[]> }) {
  const { id: organization } = useOrganization()
  const { currentData } = athletesApi.useTagsQuery({ organization })
  const [add] = athletesApi.useAddTagMutation()
  const [search, setSearch] = useState('')
  const [failure, setFailure] = useState<string>()
  const found = (currentData?.tags ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))

  async function addTag(name: string) {
    setFailure(undefined)
    try {
      return await add({ organization, body: { name } }).unwrap()
    } catch (error) {
      const { fields, text } = failureOf(error)
      setFailure(fields.get('name') ?? text)
      return undefined
    }
  }

  return (
    <>
      <SeveralEditor
        editing={editing}
        options={found.map(({ id, name }) => ({ id, name }))}
        search={search}
        onSearch={setSearch}
        onNew={addTag}
        searchLabel="Find or add a tag"
      />
      <p role="alert" className="text-xs font-medium text-error">
        {failure}
      </p>
    </>
  )
}

function CustomFact({ field, ...record }: Shown & { field: CustomField }) {
  const { athlete, save } = record
  const value = athlete.custom[field.id]
  const text = customInWords(field, value)
  if (isHidden(record, undefined, text)) return null
  return (
    <InlineField
      label={field.name}
      seen={athlete}
      value={value === undefined ? '' : String(value)}
      shown={text || null}
      editable={athlete.editable}
      save={(draft, seen) =>
        save({ custom: { [field.id]: customChange(field, draft.trim()) } }, seen, {
          label: field.name,
          mine: customInWords(field, draft),
          theirs: (present) => customInWords(field, present.custom[field.id]),
        })
      }
    >
      {(editing) => <CustomEditor editing={editing} field={field} />}
    </InlineField>
  )
}

function CustomEditor({ editing, field: { kind, choices } }: { editing: Editing<string>; field: CustomField }) {
  if (kind === 'choice') {
    // A removed choice may still be the current value.
    const offered = editing.draft && !choices.includes(editing.draft) ? [...choices, editing.draft] : choices
    const options = offered.map((choice) => ({ id: choice, name: choice }))
    return <ChoiceEditor editing={editing} none="Unknown" options={options} />
  }
  if (kind === 'date') return <LineEditor editing={editing} type="date" />
  return <LineEditor editing={editing} inputMode={kind === 'number' ? 'decimal' : 'text'} />
}

function customChange({ kind }: CustomField, text: string) {
  if (text === '') return null
  if (kind !== 'number') return text
  if (!Number.isFinite(Number(text))) throw new NotSaved('Enter a number')
  return Number(text)
}

const idsOf = (options: readonly Option[]) => options.map(({ id }) => id)
const namesOf = (options: readonly Option[]) => options.map(({ name }) => name).join(', ')

function optionsOf(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([id, name]) => ({ id, name }))
}
