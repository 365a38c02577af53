import { hoursInWords } from '@sherpa/contracts/availability'
import { athleteRights, type Deal, type DeliverableTerm, deliverableTerm } from '@sherpa/contracts/deal'
import { Checkbox } from '@sherpa/ui/choice'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { newId } from '../new-id.ts'
import { RuleChoice, RuleText } from '../rule-fields.tsx'
import { type ReadRule, RulesEditor, readWith } from '../rules-editor.tsx'
import { currentTerms, currentVersion } from './contested-terms.ts'
import { EditButton } from './edit-button.tsx'
import { acceptedInWords, OwedDeliverables, useDeliverablesOf } from './owed-deliverables.tsx'
import type { SaveDeal } from './use-deal-changes.tsx'

export function DeliverablesPanel({ deal, save }: { deal: Deal; save: SaveDeal }) {
  const [seen, setSeen] = useState<Deal>()
  const { deliverables } = currentTerms(deal)
  const isEditable = deal.actions.includes('edit')
  const isInForce = currentVersion(deal).number === deal.versionInForce
  const owed = useDeliverablesOf(deal).currentData?.pages[0]?.rows ?? []
  if (deliverables.length === 0 && !isEditable) return null
  return (
    <Panel
      title="Deliverables"
      {...(isInForce && owed.length > 0 && { count: acceptedInWords(owed) })}
      empty={!seen && deliverables.length === 0 && 'None yet'}
      actions={isEditable && !seen && <EditButton what="deliverables" onClick={() => setSeen(deal)} />}
    >
      {seen ? (
        <DeliverablesEditor
          terms={currentTerms(seen).deliverables}
          save={(rules) => save({ terms: { deliverables: rules } }, seen)}
          onClose={() => setSeen(undefined)}
        />
      ) : deliverables.length === 0 ? null : isInForce ? (
        <OwedDeliverables deal={deal} />
      ) : (
        <DeliverableTable terms={deliverables} />
      )}
    </Panel>
  )
}

export function DeliverableTable({ terms }: { terms: readonly DeliverableTerm[] }) {
  return (
    <table className="deal-table two-lines -mt-2">
      <thead>
        <tr>
          <th scope="col">Deliverable</th>
          <th scope="col">Platform</th>
          <th scope="col" className="figure">
            Due
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map(({ id, title, count, platform, disclosureTag, activates, dueOn, away }) => (
          <tr key={id}>
            <td className="first-line font-medium text-ink">
              {count > 1 && <span className="tabular-nums">{count} × </span>}
              {title}
              {disclosureTag && <span className="font-normal text-grey"> with {disclosureTag}</span>}
              {activates && (
                <span className="block text-xs font-normal text-grey">
                  Uses {athleteRights[activates].toLowerCase()}
                </span>
              )}
            </td>
            <td className="second-line text-slate">{platform}</td>
            <td className="figure first-line">
              {dueOn ? calendarDay(dueOn) : 'No date'}
              {away && <span className="block text-xs text-grey">Athlete away {hoursInWords(away)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Draft = {
  id: string
  title: string
  platform: string
  count: string
  dueOn: string
  disclosureTag: string
  activates: keyof typeof athleteRights | ''
  isAway: boolean
  from: string
  until: string
}

function DeliverablesEditor({
  terms,
  save,
  onClose,
}: {
  terms: readonly DeliverableTerm[]
  save: (terms: DeliverableTerm[]) => Promise<unknown>
  onClose: () => void
}) {
  return (
    <RulesEditor
      drafts={terms.map(draftOf)}
      newDraft={(): Draft => ({
        id: newId(),
        title: '',
        platform: '',
        count: '1',
        dueOn: '',
        disclosureTag: '',
        activates: '',
        isAway: false,
        from: '',
        until: '',
      })}
      addLabel="Add deliverable"
      nameOf={({ title }) => title || 'the new deliverable'}
      read={termOf}
      save={save}
      onClose={onClose}
    >
      {(draft, change, errors) => (
        <>
          <RuleText
            isWide
            label="Deliverable"
            maxLength={160}
            value={draft.title}
            onChange={(title) => change({ title })}
            error={errors.get('title')}
          />
          <RuleText
            label="Platform"
            note="optional"
            maxLength={60}
            placeholder="Instagram"
            value={draft.platform}
            onChange={(platform) => change({ platform })}
            error={errors.get('platform')}
          />
          <RuleText
            label="Quantity"
            inputMode="numeric"
            maxLength={2}
            value={draft.count}
            onChange={(count) => change({ count })}
            error={errors.get('count')}
          />
          <RuleText
            label="Due"
            note="optional"
            type="date"
            value={draft.dueOn}
            onChange={(dueOn) => change({ dueOn })}
            error={errors.get('dueOn')}
          />
          <RuleText
            label="Disclosure tag"
            note="optional"
            maxLength={60}
            placeholder="#ad"
            value={draft.disclosureTag}
            onChange={(disclosureTag) => change({ disclosureTag })}
            error={errors.get('disclosureTag')}
          />
          <RuleChoice
            label="Right it uses"
            note="optional"
            value={draft.activates}
            options={{ '': 'Unknown', ...athleteRights }}
            onChange={(activates) => change({ activates })}
            error={errors.get('activates')}
          />
          <div className="wide">
            <Checkbox checked={draft.isAway} onChange={({ target }) => change({ isAway: target.checked })}>
              Athlete is away
              <span className="block text-xs text-grey">Coaches see the day and the hours, never the deal</span>
            </Checkbox>
          </div>
          {draft.isAway && (
            <>
              <RuleText
                label="From"
                type="time"
                value={draft.from}
                onChange={(from) => change({ from })}
                error={errors.get('from')}
              />
              <RuleText
                label="Until"
                type="time"
                value={draft.until}
                onChange={(until) => change({ until })}
                error={errors.get('until')}
              />
            </>
          )}
        </>
      )}
    </RulesEditor>
  )
}

function draftOf({ id, title, platform, count, dueOn, disclosureTag, activates, away }: DeliverableTerm): Draft {
  return {
    id,
    title,
    platform: platform ?? '',
    count: String(count),
    dueOn: dueOn ?? '',
    disclosureTag: disclosureTag ?? '',
    activates: activates ?? '',
    isAway: away !== undefined,
    from: away?.from ?? '',
    until: away?.until ?? '',
  }
}

function termOf({
  id,
  title,
  platform,
  count,
  dueOn,
  disclosureTag,
  activates,
  isAway,
  from,
  until,
}: Draft): ReadRule<DeliverableTerm> {
  const wrongCount = /^\d+$/.test(count.trim()) ? undefined : 'Enter a whole number'
  const term = {
    id,
    title,
    platform: platform.trim() || null,
    count: Number(count),
    dueOn: dueOn || null,
    disclosureTag: disclosureTag.trim() || null,
    ...(activates && { activates }),
    ...(isAway && { away: { from, until } }),
  }
  return readWith(deliverableTerm, term, { count: wrongCount })
}
