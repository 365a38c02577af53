import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { type PaymentRow, paymentStates } from '@sherpa/contracts/deal-work'
import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import { Panel } from '@sherpa/ui/panel'
import { useEffect, useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { lazyPart } from '../../../frame/on-demand.tsx'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { useList } from '../../../list/use-list.ts'
import { NothingYet, QuietButton } from '../../athletes/record/panel-parts.tsx'
import { RecordPaymentDialog } from '../../finances/record-payment-button.tsx'
import { currencyOf } from '../deal-words.ts'
import { currentTerms, currentVersion, termsInForce } from './contested-terms.ts'
import { EditButton } from './edit-button.tsx'
import { PaymentTable } from './payment-table.tsx'
import { signedOn } from './signed-on.ts'
import { termId } from './term-address.ts'
import type { SaveDeal } from './use-deal-changes.tsx'

const PaymentsEditor = lazyPart(async () => (await import('./payments-editor.tsx')).PaymentsEditor)

export function PaymentsPanel({ deal, save }: { deal: Deal; save: SaveDeal }) {
  const { may, role, timeZone } = useOrganization()
  const [seen, setSeen] = useState<Deal>()
  const [isRecording, setIsRecording] = useState(false)
  const terms = currentTerms(deal)
  const { payments, years } = terms
  const currency = currencyOf(terms)
  const owed: PaymentRow[] = usePaymentsOf(deal).currentData?.pages[0]?.rows ?? []
  if (!payments) return null
  const isEditable = deal.actions.includes('edit') && may('money.edit')
  const isPaid = owed.length > 0 && owed.every(({ openMinor }) => openMinor === 0)
  // Playing contracts pay by years; extra payments are rare.
  if (payments.length === 0 && years && !isEditable) return null
  return (
    <div id={termId('payments')}>
      <Panel
        title="Payments"
        actions={
          !seen && (
            <span className="flex gap-2">
              {deal.versionInForce !== null && !isPaid && may('money.edit') && role !== 'athlete' && (
                <QuietButton name="Record payment for this deal" icon="billing" onClick={() => setIsRecording(true)}>
                  Record payment
                </QuietButton>
              )}
              {isEditable && <EditButton what="payments" onClick={() => setSeen(deal)} />}
            </span>
          )
        }
      >
        <RecordPaymentDialog known={isRecording ? knownOf(deal) : undefined} onClose={() => setIsRecording(false)} />
        {seen ? (
          <PaymentsEditor
            rules={currentTerms(seen).payments ?? []}
            currency={currency}
            signedOn={signedOn(deal, timeZone)}
            save={(rules) => save({ terms: { payments: rules } }, seen)}
            onClose={() => setSeen(undefined)}
          />
        ) : payments.length === 0 ? (
          <NothingYet>{years ? 'No other payments' : 'No payments yet'}</NothingYet>
        ) : (
          <div className="-mt-2">
            {deal.versionInForce === null ? (
              <PaymentTable rules={payments} currency={currency} signedOn={signedOn(deal, timeZone)} />
            ) : (
              <SignedPayments deal={deal} rules={payments} />
            )}
          </div>
        )}
      </Panel>
    </div>
  )
}

/** The first payments of a signed deal. */
export function usePaymentsOf({ id: deal, versionInForce, money }: Deal) {
  const { id: organization } = useOrganization()
  const query = paymentsOfDeal(deal)
  return useFirstPage(dealsApi.endpoints.payments, { organization, query }, 'payments', {
    skip: versionInForce === null || !money,
  })
}

/** Payments of a signed deal, with status and received amounts. */
function SignedPayments({ deal, rules }: { deal: Deal; rules: readonly PaymentRule[] }) {
  const { id: organization, timeZone } = useOrganization()
  const query = paymentsOfDeal(deal.id)
  const { rows, query: loaded } = useList(dealsApi.endpoints.payments, { organization, query }, 'payments')
  const { hasNextPage, isFetching, fetchNextPage } = loaded
  useEffect(() => {
    if (hasNextPage && !isFetching) fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return (
    <PaymentTable
      rules={rules}
      currency={currencyOf(currentTerms(deal))}
      signedOn={signedOn(deal, timeZone)}
      actual={rows}
      isInForce={currentVersion(deal).number === deal.versionInForce}
    />
  )
}
const paymentsOfDeal = (deal: string) => ({ deal, state: Object.keys(paymentStates).join(), limit: '100' })

const knownOf = (deal: Deal) => ({
  deal: { id: deal.id, title: deal.title },
  payer: { name: deal.company.name, companyId: deal.company.id },
  currency: currencyOf(termsInForce(deal)),
})
