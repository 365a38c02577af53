import type { Currency } from '@sherpa/contracts/currency'
import type { CompanyPage } from '@sherpa/contracts/deal-link'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { calendarDay, Day } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { LinkedFile } from './linked-file.tsx'

const list = '-mt-4 divide-y divide-line-soft border-b border-line-soft text-sm'

type AddressOf = (document: string) => Promise<string>

export function Copies({ page: { copies }, addressOf }: { page: CompanyPage; addressOf: AddressOf }) {
  return (
    <Panel title="Copies" count={copies.length}>
      {copies.length === 0 ? (
        <p className="text-sm text-grey">Your copy is being prepared. Reload the page in a minute.</p>
      ) : (
        <ul className={list}>
          {copies.map(({ id, name }) => (
            <li key={id}>
              <LinkedFile name={name} addressOf={() => addressOf(id)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** A signed deal as the company follows it. */
export function CompanyPagePanels({
  page,
  currency,
  addressOf,
}: {
  page: CompanyPage
  currency: Currency
  addressOf: AddressOf
}) {
  return (
    <>
      {page.deliverables.length > 0 && (
        <Panel title="You get" count={page.deliverables.length}>
          <ul className={list}>
            {page.deliverables.map(({ title, dueOn, acceptedAt, proofs }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: deliverables may be equal and never move
              <li key={index} className="flex flex-col gap-1 py-2">
                <span className="flex flex-wrap items-baseline gap-x-4">
                  <span className="min-w-0 flex-1 basis-40 break-words text-ink">{title}</span>
                  {acceptedAt ? (
                    <StatusBadge tone="good">
                      Done <Day at={acceptedAt} />
                    </StatusBadge>
                  ) : (
                    <span className="text-grey">{dueOn ? `Due ${calendarDay(dueOn)}` : 'No date'}</span>
                  )}
                </span>
                {proofs.map(({ link, file }) =>
                  link ? (
                    <a
                      key={link}
                      href={link}
                      rel="noreferrer"
                      target="_blank"
                      className={`py-3 break-all ${textLinkClass}`}
                    >
                      {link}
                    </a>
                  ) : (
                    file && <LinkedFile key={file.id} name={file.name} addressOf={() => addressOf(file.id)} />
                  ),
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {page.payments.length > 0 && <Payments {...{ page, currency }} />}
    </>
  )
}

type Payment = CompanyPage['payments'][number]

function Payments({ page: { payments, ended }, currency }: { page: CompanyPage; currency: Currency }) {
  const openMinor = payments.reduce((sum, payment) => sum + payment.openMinor, 0)
  const due =
    openMinor > 0 ? `Still due: ${moneyInWords(openMinor, currency)}` : ended ? 'Nothing is still due.' : undefined
  return (
    <Panel title="You pay" count={payments.length} lead={due}>
      <ul className={list}>
        {payments.map((payment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal and never move
          <li key={index} className="flex flex-wrap items-baseline gap-x-4 py-2">
            <span className="min-w-0 flex-1 basis-40 break-words text-ink">{payment.title}</span>
            <span className="text-grey">
              <PaymentState payment={payment} currency={currency} />
            </span>
            <span className={`ml-auto tabular-nums ${isOwed(payment) ? 'font-semibold text-ink' : 'text-grey'}`}>
              {payment.inKind && 'Worth '}
              {moneyInWords(payment.amountMinor, currency)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const isOwed = ({ condition, inKind }: Payment) => condition === null && !inKind

function PaymentState({ payment, currency }: { payment: Payment; currency: Currency }) {
  const { dueOn, amountMinor, openMinor, condition, inKind } = payment
  const form = inKind ? 'In kind' : ''
  if (condition !== null) return [conditionInWords(condition), form].filter(Boolean).join('. ')
  const due = dueOn ? `due ${calendarDay(dueOn)}` : 'no date'
  if (inKind) return `${form}, ${due}`
  if (openMinor === 0) return <StatusBadge tone="good">Paid</StatusBadge>
  if (openMinor < amountMinor) return `${moneyInWords(openMinor, currency)} open, ${due}`
  return due.charAt(0).toUpperCase() + due.slice(1)
}

/** Conditions of options are sentences, others name an event or a figure. */
const conditionInWords = (condition: string) => (condition.startsWith('If ') ? condition : `If reached: ${condition}`)
