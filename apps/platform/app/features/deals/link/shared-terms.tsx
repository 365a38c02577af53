import type { SharedDeal } from '@sherpa/contracts/deal-link'
import { Panel } from '@sherpa/ui/panel'
import { calendarDay } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'

/** The facts of the terms, without payments and deliverables. */
export function Terms({ title, shared }: { title: string; shared: SharedDeal }) {
  const { startsOn, endsOn, category, exclusivity, territory, usageRights } = shared
  const facts: [string, string | null][] = [
    ['Athlete', shared.athlete],
    ['Company', shared.company],
    ['Starts', startsOn && calendarDay(startsOn)],
    ['Ends', endsOn ? calendarDay(endsOn) : 'Open'],
    ['Category', category],
    ['Exclusivity', exclusivity],
    ['Territory', territory],
    ['Usage rights', usageRights],
  ]
  return (
    <div className="@container">
      <Panel title={title}>
        <dl className="-mt-2">
          {facts.map(
            ([label, text]) =>
              text && (
                <div key={label} className="fact">
                  <dt className="text-grey">{label}</dt>
                  <dd className="fact-value whitespace-pre-line">{text}</dd>
                </div>
              ),
          )}
        </dl>
      </Panel>
    </div>
  )
}

/** The terms as the company sees and signs them. */
export function SharedTerms({ shared }: { shared: SharedDeal }) {
  const { currency, payments, deliverables } = shared
  return (
    <>
      <Terms title="Terms" shared={shared} />
      {payments.length > 0 && (
        <Panel title="You pay" count={payments.length}>
          <ul className="-mt-4 divide-y divide-line-soft border-b border-line-soft text-sm">
            {payments.map(({ title, due, amountMinor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal and never move
              <li key={index} className="flex flex-wrap items-baseline gap-x-4 py-2">
                <span className="min-w-0 flex-1 basis-40 break-words text-ink">{title}</span>
                <span className="text-grey">{due}</span>
                <span className="ml-auto font-semibold text-ink tabular-nums">
                  {moneyInWords(amountMinor, currency)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {deliverables.length > 0 && (
        <Panel title="You get" count={deliverables.length}>
          <ul className="-mt-4 divide-y divide-line-soft border-b border-line-soft text-sm">
            {deliverables.map(({ title, count, platform, disclosureTag, dueOn }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: deliverables may be equal and never move
              <li key={index} className="flex flex-wrap items-baseline gap-x-4 py-2">
                <span className="min-w-0 flex-1 basis-40 break-words text-ink">
                  {count > 1 ? `${count} × ${title}` : title}
                  <span className="text-grey"> {[platform, disclosureTag].filter(Boolean).join(', ')}</span>
                </span>
                <span className="ml-auto text-grey tabular-nums">{dueOn ? calendarDay(dueOn) : 'No date'}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
