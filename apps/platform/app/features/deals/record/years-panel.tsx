import type { Deal } from '@sherpa/contracts/deal'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { lazyPart } from '../../../frame/on-demand.tsx'
import { currencyOf } from '../deal-words.ts'
import { currentTerms } from './contested-terms.ts'
import { EditButton } from './edit-button.tsx'
import type { SaveDeal } from './use-deal-changes.tsx'
import { YearsTable } from './years-table.tsx'

const YearsEditor = lazyPart(async () => (await import('./years-editor.tsx')).YearsEditor)

/** A playing contract's money by year, with its cap charge. */
export function YearsPanel({ deal, save }: { deal: Deal; save: SaveDeal }) {
  const { may } = useOrganization()
  const [seen, setSeen] = useState<Deal>()
  const terms = currentTerms(deal)
  const { years } = terms
  const currency = currencyOf(terms)
  const isEditable = deal.actions.includes('edit') && may('money.edit')
  if (deal.kind !== 'contract' || !deal.money || !(years || isEditable)) return null
  return (
    <Panel
      title="Years"
      empty={!seen && !years && 'None yet'}
      actions={isEditable && !seen && <EditButton what="years" onClick={() => setSeen(deal)} />}
    >
      {seen ? (
        <YearsEditor
          money={currentTerms(seen).years}
          firstSeason={Number((currentTerms(seen).startsOn ?? String(new Date().getFullYear())).slice(0, 4))}
          currency={currency}
          save={(money) => save({ terms: { years: money } }, seen)}
          onClose={() => setSeen(undefined)}
        />
      ) : (
        years && <YearsTable money={years} currency={currency} />
      )}
    </Panel>
  )
}
