import { financesApi } from '@sherpa/api-client/finances'
import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import type { FeeInvoice } from '@sherpa/contracts/fee-invoice'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoicePaymentDialog } from './invoice-payment-dialog.tsx'
import { InvoiceStateBadge } from './invoice-state-badge.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'

export function FeeInvoicePanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const query = financesApi.useFeeInvoiceQuery({ organization, feeInvoice: id })
  return (
    <Loaded query={query}>
      {(invoice) => (
        <FeeInvoiceRecord invoice={invoice} title={<h2 className="text-lg">Invoice {invoice.number}</h2>} />
      )}
    </Loaded>
  )
}

type Asking = 'send' | 'payment' | 'void'

export function FeeInvoiceRecord({ invoice, title }: { invoice: FeeInvoice; title: ReactNode }) {
  const { id: organization, may } = useOrganization()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const [voidInvoice] = financesApi.useVoidFeeInvoiceMutation()
  const { id, number, athlete, state, currency, totalMinor, paidMinor } = invoice
  const isOpen = state === 'open' || state === 'late'
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-slate">
            <InvoiceStateBadge state={state} />
            <Link
              to={`/organizations/${organization}/finances/statements?athlete=${athlete.id}`}
              className="touch-area break-words hover:underline"
            >
              {athlete.name}
            </Link>
          </p>
        </div>
        <p className="text-right">
          <span className="block text-xs text-grey">Total</span>
          <span className="font-semibold text-ink tabular-nums">{money(totalMinor)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {may('money.edit') && state !== 'void' && (
          <Button size="small" look={invoice.sentAt ? 'secondary' : 'primary'} onClick={() => setAsking('send')}>
            {invoice.sentAt ? 'Send again' : 'Send by email'}
          </Button>
        )}
        {may('money.edit') && isOpen && (
          <Button size="small" look={invoice.sentAt ? 'primary' : 'secondary'} onClick={() => setAsking('payment')}>
            Record payment
          </Button>
        )}
        <DownloadButton id={id} number={number} />
        {may('money.edit') && isOpen && paidMinor === 0 && (
          <Button size="small" look="danger" onClick={() => setAsking('void')}>
            Void
          </Button>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        <Fact name="Issued">
          {shortDay(invoice.issuedOn)}
          {invoice.issuedBy && `, by ${invoice.issuedBy.name}`}
        </Fact>
        <Fact name="Due">{shortDay(invoice.dueOn)}</Fact>
        <Fact name="From">{invoice.seller.name}</Fact>
        <Fact name="To">{invoice.buyer.name}</Fact>
        <Fact name="Sent">{invoice.sentAt ? `${dayOf(invoice.sentAt)}, to ${invoice.sentTo ?? ''}` : 'Not yet'}</Fact>
        {state !== 'void' && <Fact name="Open">{money(totalMinor - paidMinor)}</Fact>}
        {invoice.voidReason && <Fact name="Reason for voiding">{invoice.voidReason}</Fact>}
      </dl>
      <Panel title="Lines">
        <InvoiceLines lines={invoice.lines} totalMinor={totalMinor} currency={currency} />
      </Panel>
      <Payments invoice={invoice} />
      <SendInvoiceDialog invoice={invoice} open={asking === 'send'} onClose={close} />
      <InvoicePaymentDialog invoice={invoice} open={asking === 'payment'} onClose={close} />
      <ReasonDialog
        open={asking === 'void'}
        title={`Void invoice ${number}?`}
        label="Void invoice"
        busyLabel="Voiding…"
        done={`Invoice ${number} voided.`}
        send={(body) => voidInvoice({ organization, feeInvoice: id, body }).unwrap()}
        onClose={close}
      >
        The number is not reused. Its items can be invoiced again. If you sent it, let the recipient know.
      </ReasonDialog>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-grey">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </>
  )
}

function DownloadButton({ id, number }: { id: string; number: string }) {
  const { id: organization } = useOrganization()
  const [download] = financesApi.useFeeInvoicePdfMutation()
  const { busy, run } = useAction()
  const save = async () => saveFile(await download({ organization, feeInvoice: id }).unwrap(), `Invoice ${number}.pdf`)
  return (
    <Button size="small" look="secondary" busy={busy} onClick={() => run(save)}>
      Download PDF
    </Button>
  )
}

type Payment = FeeInvoice['payments'][number]

function Payments({ invoice: { number, currency, payments } }: { invoice: FeeInvoice }) {
  const { id: organization, may } = useOrganization()
  const [asked, setAsked] = useState<Payment>()
  const [reverse] = financesApi.useReverseInvoicePaymentMutation()
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')
  if (payments.length === 0) return null
  return (
    <Panel title="Payments">
      <ul>
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-2 text-sm first:pt-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <span className="text-ink">{shortDay(payment.paidOn)}</span>
              <span className="block text-xs break-words text-grey">
                {[
                  payment.reference,
                  payment.fromBank && 'bank import',
                  payment.bookedBy && `recorded by ${payment.bookedBy.name}`,
                  payment.reversed && `reversed: ${payment.reversed.reason}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className={`font-medium tabular-nums ${payment.reversed ? 'text-grey line-through' : 'text-ink'}`}>
              {money(payment.amountMinor)}
            </span>
            {may('money.edit') && !payment.reversed && (
              <Button look="secondary" size="small" onClick={() => setAsked(payment)}>
                Reverse<span className="sr-only"> {money(payment.amountMinor)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReasonDialog
        open={asked !== undefined}
        title={`Reverse payment of ${money(asked?.amountMinor ?? 0)}?`}
        label="Reverse payment"
        busyLabel="Reversing…"
        done="Payment reversed."
        send={(body) => reverse({ organization, feePayment: asked?.id ?? '', body }).unwrap()}
        onClose={() => setAsked(undefined)}
      >
        The amount on invoice {number} becomes open again. The payment stays on record.
      </ReasonDialog>
    </Panel>
  )
}
