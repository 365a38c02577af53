import type { Deal } from '@sherpa/contracts/deal'
import { isInForce as isDealInForce } from '@sherpa/contracts/deal-stage'
import type { KeyDateFacts } from '@sherpa/contracts/key-date'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { lazyPart } from '../../../frame/on-demand.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { currentTerms, currentVersion } from './contested-terms.ts'
import { DueKeyDates, rowsOf, useKeyDatesOf } from './due-key-dates.tsx'
import { EditButton } from './edit-button.tsx'
import { KeyDateTrail } from './key-date-trail.tsx'
import { signedAt } from './signed-on.ts'
import type { SaveDeal } from './use-deal-changes.tsx'

const KeyDatesEditor = lazyPart(async () => (await import('./key-dates-editor.tsx')).KeyDatesEditor)

export function KeyDatesPanel({ deal, save }: { deal: Deal; save: SaveDeal }) {
  const [seen, setSeen] = useState<Deal>()
  const today = useToday()
  const { keyDates } = currentTerms(deal)
  const isInForce = currentVersion(deal).number === deal.versionInForce
  const due = rowsOf(useKeyDatesOf(deal))
  const isEmpty = (isInForce ? due : keyDates).length === 0
  const isEditable = deal.actions.includes('edit')
  if (isEmpty && !isEditable) return null
  const facts = factsOf(deal)
  return (
    <Panel
      title="Key dates"
      empty={!seen && isEmpty && 'None yet'}
      actions={isEditable && !seen && <EditButton what="key dates" onClick={() => setSeen(deal)} />}
    >
      {seen ? (
        <KeyDatesEditor
          rules={currentTerms(seen).keyDates}
          facts={facts}
          money={deal.money}
          save={(rules) => save({ terms: { keyDates: rules } }, seen)}
          onClose={() => setSeen(undefined)}
        />
      ) : isEmpty ? null : isInForce ? (
        <DueKeyDates rows={due} isOver={!isDealInForce(deal.stage)} mayFinish={isEditable} />
      ) : (
        <KeyDateTrail rules={keyDates} facts={facts} today={today} />
      )}
    </Panel>
  )
}

function factsOf(deal: Deal): KeyDateFacts {
  const { startsOn, endsOn } = currentTerms(deal)
  return { signedAt: signedAt(deal), termStart: startsOn, termEnd: endsOn, corrections: deal.corrections }
}
