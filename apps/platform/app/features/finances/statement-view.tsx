import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { shortDay, spokenDay } from '@sherpa/contracts/days'
import {
  invoiceInWords,
  notInvoicedInWords,
  type Statement,
  type StatementOfCurrency,
} from '@sherpa/contracts/statement'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import type { ReactNode } from 'react'
import { useOrganization } from '../../frame/account-context.ts'

/** One section per currency. Its accounts are never added together. */
export function StatementView({ statement }: { statement: Statement }) {
  const { currencies, athlete } = statement
  if (currencies.length === 0) {
    return (
      <EmptyState title="Nothing yet">
        {athlete.name} has no payments, fees or signed deals with payments yet.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-10">
      {currencies.map((each) => (
        <section key={each.currency} aria-label={each.currency} className="flex flex-col gap-7">
          {currencies.length > 1 && <h2 className="text-lg">{each.currency}</h2>}
          <Received of={each} statement={statement} />
          <InKind of={each} statement={statement} />
          <Fees of={each} statement={statement} />
          <Pay of={each} statement={statement} />
          <Expected of={each} statement={statement} />
        </section>
      ))}
    </div>
  )
}

type PartOfStatement = { of: StatementOfCurrency; statement: Statement }

/** Athletes read their own statement: it says “you”, and leaves out openings of zero. */
const useIsOwn = () => useOrganization().role === 'athlete'

const titled = (title: string, { of, statement }: PartOfStatement) =>
  statement.currencies.length > 1 ? `${title}, in ${of.currency}` : title

function Received(part: PartOfStatement) {
  const { currency, received, fees } = part.of
  const { from, until } = part.statement
  const isOwn = useIsOwn()
  const title = titled('Received from payers', part)
  const money = moneyIn(currency)
  return (
    <Panel title={title}>
      <Table name={title} columns={['Amount', 'Fee']}>
        {(received.openingMinor !== 0 || !isOwn) && (
          <Line label={`Received before ${shortDay(from)}`} figures={[money(received.openingMinor), '']} />
        )}
        {received.rows.map((row) => (
          <Line
            key={row.id}
            label={row.payer}
            about={aboutMovement(row, [row.deal?.title, row.payment?.title])}
            figures={[money(row.amountMinor), money(row.feeMinor)]}
          />
        ))}
        {fees.corrections.map((row) => (
          <Line
            key={row.id}
            label="Correction of the fee"
            about={aboutMovement(row, [row.deal?.title])}
            figures={['', money(row.amountMinor)]}
          />
        ))}
        <Line isTotal label="Received in this period" figures={[money(received.totalMinor), money(fees.earnedMinor)]} />
        {(received.openingMinor !== 0 || !isOwn) && (
          <Line isTotal label={`Total received by ${shortDay(until)}`} figures={[money(received.closingMinor), '']} />
        )}
      </Table>
    </Panel>
  )
}

function InKind(part: PartOfStatement) {
  const { currency, inKind } = part.of
  const { from, until } = part.statement
  const title = titled('Received in kind', part)
  const money = moneyIn(currency)
  if (inKind.openingMinor === 0 && inKind.rows.length === 0) return null
  return (
    <Panel title={title}>
      <Table name={title} columns={['Value']}>
        <Line label={`Received in kind before ${shortDay(from)}`} figures={[money(inKind.openingMinor)]} />
        {inKind.rows.map((row) => (
          <Line
            key={row.id}
            label={row.payer}
            about={aboutMovement(row, [row.deal?.title, row.payment?.title])}
            figures={[money(row.amountMinor)]}
          />
        ))}
        <Line isTotal label={`Total received in kind by ${shortDay(until)}`} figures={[money(inKind.closingMinor)]} />
      </Table>
    </Panel>
  )
}

function Fees(part: PartOfStatement) {
  const { currency, fees } = part.of
  const { from, until, athlete, organization } = part.statement
  const money = moneyIn(currency)
  const isOwn = useIsOwn()
  const title = titled(
    isOwn
      ? `Fees and expenses you owe ${organization.name}`
      : `Fees and expenses ${athlete.name} owes ${organization.name}`,
    part,
  )
  return (
    <Panel title={title}>
      <Table name={title} columns={['Amount']}>
        {(fees.openingMinor !== 0 || !isOwn) && (
          <Line label={`Owed before ${shortDay(from)}`} figures={[money(fees.openingMinor)]} />
        )}
        <Line label="Fees on money received in this period" figures={[money(fees.earnedMinor)]} />
        {fees.recouped.map((row) => (
          <Line
            key={row.id}
            label={`Expense, ${row.vendor}`}
            about={aboutMovement(row, [`Spent ${shortDay(row.spentOn)}`])}
            figures={[money(row.amountMinor)]}
          />
        ))}
        {fees.payments.map((row) => (
          <Line
            key={row.id}
            label={`Paid, invoice ${row.invoice}`}
            about={aboutMovement(row, [])}
            figures={[money(-row.amountMinor)]}
          />
        ))}
        <Line isTotal label={`Owed on ${shortDay(until)}`} figures={[money(fees.closingMinor)]} />
      </Table>
      <div className="text-sm text-grey">
        {fees.invoices.length > 0 && (
          <ul className="pt-3">
            {fees.invoices.map((invoice) => (
              <li key={invoice.id}>{invoiceInWords(invoice, money)}</li>
            ))}
          </ul>
        )}
        <p className="pt-3 empty:hidden">{notInvoicedInWords(fees, money)}</p>
      </div>
    </Panel>
  )
}

function Pay(part: PartOfStatement) {
  const { currency, pay } = part.of
  const { from, until, athlete, organization } = part.statement
  const isOwn = useIsOwn()
  if (!pay.openingMinor && !pay.closingMinor && pay.due.length === 0 && pay.paid.length === 0) return null
  const money = moneyIn(currency)
  const title = titled(`What ${organization.name} owes ${isOwn ? 'you' : athlete.name}`, part)
  return (
    <Panel title={title}>
      <Table name={title} columns={['Amount']}>
        <Line label={`Owed before ${shortDay(from)}`} figures={[money(pay.openingMinor)]} />
        {pay.due.map((row) => (
          <Line
            key={row.id}
            label="Due"
            about={aboutMovement(row, [row.deal?.title, row.payment?.title])}
            figures={[money(row.amountMinor)]}
          />
        ))}
        {pay.paid.map((row) => (
          <Line
            key={row.id}
            label="Paid"
            about={aboutMovement(row, [row.deal?.title, row.payment?.title])}
            figures={[money(-row.amountMinor)]}
          />
        ))}
        <Line isTotal label={`Owed on ${shortDay(until)}`} figures={[money(pay.closingMinor)]} />
      </Table>
    </Panel>
  )
}

/** Expected money is kept apart from money received. */
function Expected(part: PartOfStatement) {
  const { currency, expected } = part.of
  const { today } = part.statement
  if (expected.count === 0) return null
  const money = moneyIn(currency)
  const title = titled('Not received yet', part)
  const more = expected.count - expected.rows.length
  return (
    <div className="rounded-md border border-dashed border-line-strong/50 px-4 py-3">
      <Panel
        title={title}
        lead={`Due under signed deals, as of ${spokenDay(today)}. Not included in the totals above. Excludes in-kind and conditional payments.`}
      >
        <Table name={title} columns={['Amount']}>
          {expected.rows.map(({ id, dueOn, payer, deal, title, amountMinor, late }) => (
            <Line
              key={id}
              label={payer}
              about={[
                dueOn ? `${late ? 'Overdue, due' : 'Due'} ${shortDay(dueOn)}` : 'No date yet',
                deal.title,
                title,
              ].join(', ')}
              figures={[money(amountMinor)]}
            />
          ))}
          {more > 0 && <Line label={`And ${more} more with later dates`} figures={['']} />}
          <Line isTotal label="Not received yet" figures={[money(expected.totalMinor)]} />
        </Table>
      </Panel>
    </div>
  )
}

/** Always with cents: people add up the figures of a statement. */
const moneyIn = (currency: Currency) => (minor: number) => formatMoney(minor, currency, 'en-US')

function aboutMovement(
  { day, countsOn, isReversal }: { day: string; countsOn: string; isReversal: boolean },
  more: (string | undefined)[],
) {
  const counts = day === countsOn ? undefined : `posted ${shortDay(countsOn)}, because the month was closed`
  return [shortDay(day), ...more, counts, isReversal ? 'reversed' : undefined].filter(Boolean).join(', ')
}

function Table({ name, columns, children }: { name: string; columns: string[]; children: ReactNode }) {
  return (
    <table className="deal-table">
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={`figure ${index > 0 ? 'max-sm:hidden' : ''}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** Phones show the second figure below the first. */
function Line({
  label,
  about,
  figures: [first, second],
  isTotal = false,
}: {
  label: string
  about?: string
  figures: [string, string?]
  isTotal?: boolean
}) {
  const weight = isTotal ? 'font-semibold text-ink' : 'font-medium text-ink'
  return (
    <tr>
      <th scope="row" className={`!font-normal ${isTotal ? '!font-semibold !text-ink' : '!text-ink'}`}>
        {label}
        {about && <span className="block text-xs font-normal text-grey">{about}</span>}
      </th>
      <td className={`figure ${weight}`}>
        {first}
        {second && <span className="block text-xs font-normal text-grey sm:hidden">Fee {second}</span>}
      </td>
      {second !== undefined && <td className={`figure max-sm:hidden ${weight}`}>{second}</td>}
    </tr>
  )
}
