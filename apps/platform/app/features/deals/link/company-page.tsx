import type { CompanyPage, SharedDeal } from '@sherpa/contracts/deal-link'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { calendarDay, Day } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { LinkedFile } from './linked-file.tsx'

const list = '-mt-4 divide-y divide-line-soft border-b border-line-soft text-sm'

/** A signed deal as the company follows it. */
export function CompanyPagePanels({
  page,
  shared,
  addressOf,
}: {
  page: CompanyPage
  shared: SharedDeal
  addressOf: (document: string) => Promise<string>
}) {
  return (
    <>
      <Panel title="Copies" count={page.copies.length}>
        {page.copies.length === 0 ? (
          <p className="text-sm text-grey">Your copy is being prepared. Reload the page in a minute.</p>
        ) : (
          <ul className={list}>
            {page.copies.map(({ id, name }) => (
              <li key={id}>
                <LinkedFile name={name} addressOf={() => addressOf(id)} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {page.deliverables.length > 0 && (
        <Panel title="Deliverables" count={page.deliverables.length}>
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
      {page.payments.length > 0 && (
        <Panel title="Payments" count={page.payments.length}>
          <ul className={list}>
            {page.payments.map(({ title, dueOn, amountMinor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal and never move
              <li key={index} className="flex flex-wrap items-baseline gap-x-4 py-2">
                <span className="min-w-0 flex-1 basis-40 break-words text-ink">{title}</span>
                <span className="text-grey">{dueOn ? `Due ${calendarDay(dueOn)}` : 'No date'}</span>
                <span className="font-semibold text-ink tabular-nums">
                  {moneyInWords(amountMinor, shared.currency)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
