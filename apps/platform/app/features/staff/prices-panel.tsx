import { staffApi } from '@sherpa/api-client/staff'
import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { formatPrice, type StaffSubscription, subscriptionStatuses } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { billingDay } from '../subscriptions/billing-dates.tsx'
import { statusTones } from '../subscriptions/subscription-words.ts'
import { PriceDialog } from './price-dialog.tsx'

/** Several things below one another in a cell. Where rows are cards, they stand at the right like everything else. */
const cellClass = 'flex min-w-0 flex-col items-start gap-1 max-md:items-end max-md:text-right'

/** Every subscription and how far its price is: not set, offered, or accepted. */
export function PricesPanel() {
  const subscriptions = staffApi.useStaffSubscriptionsQuery()
  const [pricing, setPricing] = useState<StaffSubscription>()
  return (
    <Panel title="Prices" lead="Customers get a price by email. It takes effect when they accept it.">
      <Loaded query={subscriptions}>
        {({ subscriptions: all, tax }) =>
          all.length > 0 ? (
            <table className="data-table">
              <ColumnHeads
                names={['Organization', 'Plan', 'Price', ...(tax ? [taxInWords(tax)] : [])]}
                last="Set a price"
              />
              <tbody>
                {all.map((subscription) => (
                  <SubscriptionRow key={subscription.id} subscription={subscription} tax={tax} onPrice={setPricing} />
                ))}
              </tbody>
            </table>
          ) : (
            <EmptyState title="No subscriptions yet" />
          )
        }
      </Loaded>
      <PriceDialog subscription={pricing} onClose={() => setPricing(undefined)} />
    </Panel>
  )
}

function SubscriptionRow({
  subscription,
  tax,
  onPrice,
}: {
  subscription: StaffSubscription
  tax: Tax | null
  onPrice: (subscription: StaffSubscription) => void
}) {
  const { organization, planName, seats, billingEmail, status, trialEndsAt, offer } = subscription
  return (
    <tr>
      <td>
        <span className="block font-semibold text-ink">{organization}</span>
        {billingEmail && (
          <a href={`mailto:${billingEmail}`} className="text-xs break-all underline underline-offset-4">
            {billingEmail}
          </a>
        )}
      </td>
      <td data-label="Plan">
        <div className={cellClass}>
          <span>
            {planName}, {seats} {seats === 1 ? 'seat' : 'seats'}
          </span>
          <StatusBadge tone={statusTones[status]}>
            {subscriptionStatuses[status]}
            {status === 'trialing' && ` until ${billingDay(trialEndsAt)}`}
          </StatusBadge>
        </div>
      </td>
      <td data-label="Price">
        <PriceState subscription={subscription} />
      </td>
      {tax && (
        <td data-label={taxInWords(tax)}>
          <TaxExempt subscription={subscription} />
        </td>
      )}
      <td>
        <Button
          look="secondary"
          size="small"
          aria-label={`${offer ? 'Correct the offer' : 'Set a price'} for ${organization}`}
          onClick={() => onPrice(subscription)}
        >
          {offer ? 'Correct the offer' : 'Set a price'}
        </Button>
      </td>
    </tr>
  )
}

function PriceState({ subscription: { priceCents, acceptedAt, offer } }: { subscription: StaffSubscription }) {
  return (
    <div className={cellClass}>
      {offer && (
        <>
          <span>{formatPrice(offer.priceCents)}</span>
          <StatusBadge tone="info">Offered on {billingDay(offer.offeredAt)}</StatusBadge>
        </>
      )}
      {priceCents !== null && (
        <>
          <span>{formatPrice(priceCents)}</span>
          {acceptedAt ? (
            <StatusBadge tone="good">Accepted on {billingDay(acceptedAt)}</StatusBadge>
          ) : (
            <StatusBadge tone="quiet">List price</StatusBadge>
          )}
        </>
      )}
      {!offer && priceCents === null && <StatusBadge tone="warning">No price</StatusBadge>}
    </div>
  )
}

function TaxExempt({ subscription: { id, organization, taxExempt } }: { subscription: StaffSubscription }) {
  const [setTaxExemption] = staffApi.useSetTaxExemptionMutation()
  const { busy, run } = useAction()
  const set = (exempt: boolean) =>
    run(
      () => setTaxExemption({ subscription: id, body: { exempt } }).unwrap(),
      exempt ? `${organization} is tax exempt.` : `${organization} pays tax.`,
    )
  return (
    <Checkbox
      checked={taxExempt}
      aria-disabled={busy}
      aria-label={`${organization} is tax exempt`}
      onChange={(event) => set(event.target.checked)}
    >
      Exempt
    </Checkbox>
  )
}
