import { type ContractYear, contractMoney, type OptionHolder, optionHolders } from '@sherpa/contracts/contract-years'
import { type Currency, decimalOf, parseMoney } from '@sherpa/contracts/currency'
import { newId } from './new-id.ts'
import { RuleChoice, RuleText } from './rule-fields.tsx'
import type { ReadRule } from './rules-editor.tsx'

/** A contract year as typed. */
export type YearDraft = {
  id: string
  season: string
  base: string
  roster: string
  other: string
  guaranteed: string
  holder: OptionHolder | ''
  buyout: string
}

const amounts = [
  ['base', 'Base', 'baseMinor'],
  ['roster', 'Roster bonus', 'rosterBonusMinor'],
  ['other', 'Other bonus', 'otherBonusMinor'],
  ['guaranteed', 'Guaranteed', 'guaranteedMinor'],
] as const

export function YearFields({
  draft,
  errors,
  onChange,
}: {
  draft: YearDraft
  errors: ReadonlyMap<string, string>
  onChange: (changes: Partial<YearDraft>) => void
}) {
  const amountField = ([field, label, wrong]: readonly [(typeof amounts)[number][0] | 'buyout', string, string]) => (
    <RuleText
      key={field}
      label={label}
      inputMode="decimal"
      maxLength={40}
      value={draft[field]}
      onChange={(value) => onChange({ [field]: value })}
      error={errors.get(wrong)}
    />
  )
  return (
    <>
      <RuleText
        label="Season"
        inputMode="numeric"
        maxLength={4}
        value={draft.season}
        onChange={(season) => onChange({ season })}
        error={errors.get('season')}
      />
      {amounts.map(amountField)}
      <RuleChoice
        label="Option"
        value={draft.holder}
        options={{ '': 'None', ...optionHolders }}
        onChange={(holder) => onChange({ holder })}
        error={undefined}
      />
      {draft.holder && amountField(['buyout', 'Buyout', 'buyoutMinor'])}
    </>
  )
}

/** An empty field is 0. */
export const amountOrNothing = (text: string, currency: Currency) =>
  text.trim() === '' ? { minor: 0 } : parseMoney(text, currency)

/** The season after the last one, with the same base. */
export function newYear(drafts: readonly YearDraft[], firstSeason: number): YearDraft {
  const last = drafts.at(-1)
  return {
    id: newId(),
    season: String(last ? Number(last.season) + 1 : firstSeason),
    base: last?.base ?? '',
    roster: '',
    other: '',
    guaranteed: '',
    holder: '',
    buyout: '',
  }
}

export function draftOf(year: ContractYear, currency: Currency): YearDraft {
  const typed = (minor: number) => (minor === 0 ? '' : decimalOf(minor, currency))
  return {
    id: newId(),
    season: String(year.season),
    base: typed(year.baseMinor),
    roster: typed(year.rosterBonusMinor),
    other: typed(year.otherBonusMinor),
    guaranteed: typed(year.guaranteedMinor),
    holder: year.option?.holder ?? '',
    buyout: typed(year.option?.buyoutMinor ?? 0),
  }
}

export function yearOf(draft: YearDraft, currency: Currency): ReadRule<ContractYear> {
  const errors = new Map<string, string>()
  const amount = (text: string, field: string) => {
    const read = amountOrNothing(text, currency)
    if ('minor' in read) return read.minor
    errors.set(field, read.problem)
    return 0
  }
  const year: ContractYear = {
    season: Number(draft.season),
    baseMinor: amount(draft.base, 'baseMinor'),
    rosterBonusMinor: amount(draft.roster, 'rosterBonusMinor'),
    otherBonusMinor: amount(draft.other, 'otherBonusMinor'),
    guaranteedMinor: amount(draft.guaranteed, 'guaranteedMinor'),
    option: draft.holder ? { holder: draft.holder, buyoutMinor: amount(draft.buyout, 'buyoutMinor') } : null,
  }
  // The schema covers whole contracts: one year is checked as a contract of its own.
  const wrong = contractMoney.safeParse({ signingBonusMinor: 0, years: [year] }).error?.issues ?? []
  for (const { path, message } of wrong) {
    const field = String(path.findLast((part) => typeof part === 'string') ?? '')
    if (!errors.has(field)) errors.set(field, message)
  }
  return errors.size > 0 ? { errors } : { rule: year }
}
