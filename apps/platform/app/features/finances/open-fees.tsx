import { formatMoney } from '@sherpa/contracts/currency'
import type { FeeFigures, OpenFee } from '@sherpa/contracts/fee-invoice'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { isInvoiced } from './fee-figures.tsx'
import { NewInvoiceDialog } from './new-invoice-dialog.tsx'

const SHOWN = 6

export function OpenFees({
  open,
  figures,
  onIssued,
}: {
  open: readonly OpenFee[]
  figures: readonly FeeFigures[]
  onIssued: (invoice: string) => void
}) {
  const { id: organization, may } = useOrganization()
  const [showsAll, setShowsAll] = useState(false)
  const [asked, setAsked] = useState<OpenFee>()
  const shown = showsAll ? open : open.slice(0, SHOWN)
  // The figures above have the others.
  const sums = figures.filter((of) => !isInvoiced(of) && of.notInvoicedMinor !== 0)
  return (
    <Panel
      title="Not invoiced yet"
      {...(sums.length > 0 && {
        count: sums.map((of) => formatMoney(of.notInvoicedMinor, of.currency, 'en-US')).join(', '),
      })}
      lead="Fees on payments received, and recoverable expenses."
    >
      {open.length === 0 ? (
        <p className="text-sm text-grey">All fees are invoiced.</p>
      ) : (
        <ul>
          {shown.map((fee) => (
            <li
              key={`${fee.athlete.id} ${fee.currency}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-soft py-2 first:pt-0"
            >
              <Link
                to={`/organizations/${organization}/finances/statements?athlete=${fee.athlete.id}`}
                className="min-w-0 flex-1 basis-24 font-medium break-words text-ink hover:underline"
              >
                {fee.athlete.name}
              </Link>
              <span className="font-medium text-ink tabular-nums">
                {formatMoney(fee.totalMinor, fee.currency, 'en-US')}
              </span>
              <span className="flex justify-end sm:w-24">
                {may('money.edit') && fee.totalMinor > 0 && (
                  <Button look="secondary" size="small" onClick={() => setAsked(fee)}>
                    Invoice
                    <span className="sr-only">
                      {' '}
                      {fee.athlete.name}, {fee.currency}
                    </span>
                  </Button>
                )}
                {fee.totalMinor < 0 && <span className="text-xs text-grey">Credit due</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {open.length > SHOWN && (
        <button
          type="button"
          className={`${textLinkClass} mt-3 cursor-pointer text-sm max-md:min-h-11`}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${open.length}`}
        </button>
      )}
      <NewInvoiceDialog
        fee={asked}
        onClose={() => setAsked(undefined)}
        onIssued={(invoice) => {
          setAsked(undefined)
          onIssued(invoice)
        }}
      />
    </Panel>
  )
}
