import type { Deal, DealKind, DealTerm, SeenTerms } from '@sherpa/contracts/deal'
import { dealKinds, dealTermNames } from '@sherpa/contracts/deal'
import { termLabels } from '@sherpa/contracts/field-labels'
import { Panel } from '@sherpa/ui/panel'
import { currencyOf, termInWords } from '../deal-words.ts'
import { DeliverableTable } from '../record/deliverables-panel.tsx'
import { KeyDateTrail } from '../record/key-date-trail.tsx'
import { PaymentTable } from '../record/payment-table.tsx'
import { YearsTable } from '../record/years-table.tsx'

/** Terms with a panel of their own. */
const inPanels: ReadonlySet<DealTerm> = new Set(['payments', 'deliverables', 'keyDates', 'years'])

export function WholeVersion({
  title,
  kind,
  athlete,
  company,
  terms,
  corrections,
}: {
  title: string
  kind: DealKind
  athlete: string
  company: string
  terms: SeenTerms
  corrections: Deal['corrections']
}) {
  const facts: [string, string][] = [
    ['Deal', title],
    ['Kind', dealKinds[kind]],
    ['Athlete', athlete],
    ['Company', company],
    ...dealTermNames
      .filter((term) => !inPanels.has(term))
      .map((term): [string, string] => [termLabels[term], termInWords(term, terms)]),
  ]
  return (
    <div className="@container flex flex-col gap-7">
      <Panel title="Terms">
        <dl className="-mt-2">
          {facts
            .filter(([, text]) => text !== '')
            .map(([label, text]) => (
              <div key={label} className="fact">
                <dt className="text-grey">{label}</dt>
                <dd className="fact-value whitespace-pre-line">{text}</dd>
              </div>
            ))}
        </dl>
      </Panel>
      {terms.years && (
        <Panel title="Years">
          <YearsTable money={terms.years} currency={currencyOf(terms)} />
        </Panel>
      )}
      {terms.payments && terms.payments.length > 0 && (
        <Panel title="Payments">
          <PaymentTable rules={terms.payments} currency={currencyOf(terms)} signedOn={null} />
        </Panel>
      )}
      {terms.deliverables.length > 0 && (
        <Panel title="Deliverables">
          <DeliverableTable terms={terms.deliverables} />
        </Panel>
      )}
      {terms.keyDates.length > 0 && (
        <Panel title="Key dates">
          <KeyDateTrail
            rules={terms.keyDates}
            facts={{ signedAt: null, termStart: terms.startsOn, termEnd: terms.endsOn, corrections }}
          />
        </Panel>
      )}
    </div>
  )
}
