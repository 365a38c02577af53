import { dealsApi } from '@sherpa/api-client/deals'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useOrganization } from '../../frame/account-context.ts'
import { lazyForm } from '../../frame/on-demand.tsx'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { ActionLabel } from '../../list/list-head.tsx'
import type { PaymentDefaults } from './record-payment-form.tsx'

const RecordPaymentForm = lazyForm(async () => (await import('./record-payment-form.tsx')).RecordPaymentForm)

/** Opens with the button, or with `#book` in the address, which may come with a deal. */
export function RecordPaymentButton() {
  const [open, setOpen, given] = useOpenedByAddress<Pick<PaymentDefaults, 'deal'> | null>('book')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ToolIcon name="plus" className="size-4 max-md:hidden" />
        <ActionLabel verb="Record" noun="payment" />
      </Button>
      <RecordPaymentDialog
        known={open ? { ...(given?.deal && { deal: given.deal }) } : undefined}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

export function RecordPaymentDialog({ known, onClose }: { known: PaymentDefaults | undefined; onClose: () => void }) {
  return (
    <Dialog open={known !== undefined} title="Record payment" onClose={onClose}>
      {known && <WithOpenPayment known={known} onClose={onClose} />}
    </Dialog>
  )
}

/** Prefills a payment with its company. */
export const knownOf = (payment: PaymentRow): PaymentDefaults => ({
  payment,
  payer: { name: payment.company.name, companyId: payment.company.id },
})

/** Prefills the payment if only one is open, of the deal, of the company or of all. */
function WithOpenPayment({ known, onClose }: { known: PaymentDefaults; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const { payment, line, deal, payer, currency } = known
  const { currentData, isFetching } = dealsApi.usePaymentsInfiniteQuery(
    {
      organization,
      query: {
        state: 'late,expected',
        direction: 'incoming',
        form: 'money',
        limit: '2',
        ...(deal && { deal: deal.id }),
        ...(payer?.companyId && { company: payer.companyId }),
        ...(currency && { currency }),
      },
    },
    { skip: payment !== undefined || line !== undefined },
  )
  // The form reads its defaults once.
  if (isFetching && !currentData) return <LoadingNote />
  const [only, another] = currentData?.pages[0]?.rows ?? []
  if (!only || another) return <RecordPaymentForm known={known} onClose={onClose} />
  const { name, id } = only.company
  const prefilled = { ...known, payment: only, payer: payer ?? { name, companyId: id } }
  return <RecordPaymentForm known={prefilled} onClose={onClose} />
}
