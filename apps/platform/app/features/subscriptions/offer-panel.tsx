import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Tax } from '@sherpa/contracts/billing-details'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Detail, Details } from './details.tsx'
import { MonthlyTotal } from './monthly-total.tsx'
import { offerStartInWords } from './subscription-words.ts'

export function OfferPanel({
  subscription,
  offer,
  tax,
}: {
  subscription: Subscription
  offer: NonNullable<Subscription['offer']>
  tax: Tax | null
}) {
  const [acceptPrice] = subscriptionsApi.useAcceptPriceMutation()
  const { id: organization, may } = useOrganization()
  const { busy, run } = useAction()
  const accept = () => run(() => acceptPrice({ offer: offer.id, body: { organization } }).unwrap(), 'Price accepted.')
  return (
    <Panel
      title={`Your price for ${offer.planName}`}
      lead={
        may('billing.manage')
          ? 'Nothing changes until you accept. After that, you get a monthly invoice until you cancel.'
          : 'Someone who manages billing can accept it. Nothing changes until then.'
      }
    >
      <Details>
        <Detail term="Price">{formatPrice(offer.priceCents)}</Detail>
        <Detail term="Seats">{offer.seats}</Detail>
        <MonthlyTotal cents={offer.priceCents * offer.seats} tax={tax} />
        <Detail term="Starts">{offerStartInWords(subscription, offer.startsAt)}</Detail>
      </Details>
      {may('billing.manage') && (
        <Button className="mt-6" busy={busy} onClick={accept}>
          {busy ? 'Accepting…' : 'Accept price'}
        </Button>
      )}
    </Panel>
  )
}
