import {
  type ComputedKeyDate,
  computeKeyDate,
  explainKeyDate,
  type KeyDateAnchor,
  type KeyDateFacts,
  type KeyDateKind,
  type KeyDateRule,
  keyDateKinds,
  keyDateRule,
} from '@sherpa/contracts/key-date'
import { leagueEvents, leagues } from '@sherpa/contracts/league-calendar'
import { calendarDay } from '../../../data/moments.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { newId } from '../new-id.ts'
import { RuleChoice, RuleText } from '../rule-fields.tsx'
import { type ReadRule, RulesEditor, readWith } from '../rules-editor.tsx'

type Draft = {
  id: string
  kind: KeyDateKind
  title: string
  effect: string
  anchor: KeyDateAnchor['kind']
  day: string
  event: string
  amount: string
  direction: 'before' | 'after'
  unit: KeyDateRule['offset']['unit']
  reminders: string
  zone: string
}

const anchors = {
  day: 'Fixed date',
  signing: 'Signing',
  termStart: 'First day of the term',
  termEnd: 'Last day of the term',
  leagueEvent: 'League day',
} as const
const directions = { before: 'Before', after: 'After' } as const
const dayUnits = { days: 'Days', businessDays: 'Business days', months: 'Months' } as const
const events = Object.fromEntries(
  leagueEvents.map(({ id, league, title, season }) => [id, `${leagues[league]} ${season}: ${title}`]),
)

export function KeyDatesEditor({
  rules,
  facts,
  money,
  save,
  onClose,
}: {
  rules: readonly KeyDateRule[]
  facts: KeyDateFacts
  money: boolean
  save: (rules: KeyDateRule[]) => Promise<unknown>
  onClose: () => void
}) {
  const { timeZone } = useOrganization()
  return (
    <RulesEditor
      drafts={rules.map(draftOf)}
      newDraft={() => newKeyDate(timeZone)}
      addLabel="Add key date"
      nameOf={({ title }) => title || 'the new key date'}
      read={ruleOf}
      save={save}
      onClose={onClose}
    >
      {(draft, change, errors) => (
        <>
          <RuleText
            isWide
            label="Title"
            maxLength={120}
            value={draft.title}
            onChange={(title) => change({ title })}
            error={errors.get('title')}
          />
          <RuleChoice
            label="Kind"
            value={draft.kind}
            options={keyDateKinds}
            onChange={(kind) => change({ kind })}
            error={errors.get('kind')}
          />
          <RuleChoice
            label="Counts from"
            value={draft.anchor}
            options={anchors}
            onChange={(anchor) =>
              change({ anchor, ...(draft.unit === 'hours' && anchor !== 'signing' && { unit: 'days' }) })
            }
            error={undefined}
          />
          {draft.anchor === 'day' && (
            <RuleText
              label="Date"
              type="date"
              value={draft.day}
              onChange={(day) => change({ day })}
              error={errors.get('day')}
            />
          )}
          {draft.anchor === 'leagueEvent' && (
            <RuleChoice
              label="League day"
              value={draft.event}
              options={{ '': 'Choose a league day', ...events }}
              onChange={(event) => change({ event })}
              error={errors.get('event')}
            />
          )}
          <RuleText
            label="Number"
            inputMode="numeric"
            maxLength={4}
            value={draft.amount}
            onChange={(amount) => change({ amount })}
            error={errors.get('amount')}
          />
          <RuleChoice
            label="Unit"
            value={draft.unit}
            options={draft.anchor === 'signing' ? { ...dayUnits, hours: 'Hours' } : dayUnits}
            onChange={(unit) => change({ unit })}
            error={errors.get('unit')}
          />
          <RuleChoice
            label="Before or after"
            value={draft.direction}
            options={directions}
            onChange={(direction) => change({ direction })}
            error={undefined}
          />
          <RuleText
            label="Reminders (days before)"
            note="optional"
            placeholder="14, 3"
            maxLength={30}
            value={draft.reminders}
            onChange={(reminders) => change({ reminders })}
            error={errors.get('reminders')}
          />
          {money && (
            <RuleText
              isWide
              label="What happens on this date"
              note="optional"
              maxLength={1000}
              value={draft.effect}
              onChange={(effect) => change({ effect })}
              error={errors.get('effect')}
            />
          )}
          <ComputedPreview draft={draft} facts={facts} />
        </>
      )}
    </RulesEditor>
  )
}

function ComputedPreview({ draft, facts }: { draft: Draft; facts: KeyDateFacts }) {
  const read = ruleOf({ ...draft, title: draft.title || 'New' })
  return (
    <p role="status" className="wide text-sm text-grey">
      {'rule' in read && (
        <>
          {explainKeyDate(read.rule)}:{' '}
          <span className="font-medium text-ink">{computedInWords(computeKeyDate(read.rule, facts))}</span>
        </>
      )}
    </p>
  )
}

function computedInWords(date: ComputedKeyDate) {
  if ('missing' in date) return date.missing
  if ('instant' in date)
    return new Date(date.instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return calendarDay(date.day) + (date.expected ? ' (expected)' : '')
}

function newKeyDate(zone: string): Draft {
  return {
    id: newId(),
    kind: 'notice',
    title: '',
    effect: '',
    anchor: 'termEnd',
    day: '',
    event: '',
    amount: '0',
    direction: 'before',
    unit: 'days',
    reminders: '14, 3',
    zone,
  }
}

function draftOf({ anchor, offset, reminders, ...rule }: KeyDateRule): Draft {
  return {
    ...newKeyDate(rule.zone),
    ...rule,
    anchor: anchor.kind,
    day: anchor.kind === 'day' ? anchor.day : '',
    event: anchor.kind === 'leagueEvent' ? anchor.event : '',
    amount: String(Math.abs(offset.amount)),
    direction: offset.amount > 0 ? 'after' : 'before',
    unit: offset.unit,
    reminders: reminders.join(', '),
  }
}

function ruleOf({ id, kind, title, effect, zone, unit, ...draft }: Draft): ReadRule<KeyDateRule> {
  const count = /^\d+$/.test(draft.amount.trim()) ? Number(draft.amount) : undefined
  const days = draft.reminders.split(',').flatMap((day) => (day.trim() === '' ? [] : [Number(day)]))
  const anchor =
    draft.anchor === 'day'
      ? { kind: draft.anchor, day: draft.day }
      : draft.anchor === 'leagueEvent'
        ? { kind: draft.anchor, event: draft.event }
        : { kind: draft.anchor }
  const amount = draft.direction === 'before' && count ? -count : (count ?? 0)
  const rule = { id, kind, title, effect, anchor, offset: { amount, unit }, zone, reminders: days }
  return readWith(keyDateRule, rule, { amount: count === undefined ? 'Enter a whole number' : undefined })
}
