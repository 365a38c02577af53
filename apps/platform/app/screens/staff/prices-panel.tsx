import { staffApi } from '@sherpa/api-client/staff'
import { agreedPrice, type StaffSubscription } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { Day } from '../../data/moments.tsx'
import { useQuery } from '../../data/use-query.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useAppDispatch } from '../../store.ts'
import { centsOf } from './price-in-cents.ts'

/** Subscriptions whose price is not agreed: until it is, nobody pays for them. */
export function PricesPanel() {
  const subscriptions = useQuery(staffApi.endpoints.staffSubscriptions, undefined)
  return (
    <Panel title="Waiting for a price">
      <Loaded query={subscriptions}>
        {({ subscriptions: all }) => {
          const waiting = all.filter(({ priceCents }) => priceCents === null)
          return waiting.length > 0 ? (
            <ul className="divide-y divide-line">
              {waiting.map((subscription) => (
                <PriceRow key={subscription.id} subscription={subscription} />
              ))}
            </ul>
          ) : (
            <EmptyState title="Every subscription has its price" />
          )
        }}
      </Loaded>
    </Panel>
  )
}

function PriceRow({ subscription }: { subscription: StaffSubscription }) {
  const dispatch = useAppDispatch()
  const { id, organisation, planName, seats, billingEmail, trialEndsAt } = subscription
  const { errors, failureText, busy, formProps } = useForm({
    schema: agreedPrice,
    read: ({ priceCents }) => ({ priceCents: centsOf(String(priceCents)) }),
    async send(price) {
      await dispatch(staffApi.endpoints.agreePrice.initiate({ subscription: id, price })).unwrap()
      showToast('success', `The price for ${organisation} is set.`)
    },
  })
  const wrong = errors.has('priceCents') ? new Map([['priceCents', 'Please enter an amount such as 49.50']]) : errors
  return (
    <li className="grid items-start gap-x-8 gap-y-4 py-5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold break-words text-ink">{organisation}</p>
        <p className="text-sm">
          {planName}, {seats} {seats === 1 ? 'seat' : 'seats'} · trial until <Day at={trialEndsAt} />
        </p>
        <a href={`mailto:${billingEmail}`} className="text-sm break-all underline underline-offset-4">
          {billingEmail}
        </a>
      </div>
      <form {...formProps} className="flex flex-col gap-3">
        <FormMessage failure={failureText} />
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            name="priceCents"
            label="Dollars per seat and month"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            errors={wrong}
          />
          <Button type="submit" busy={busy} aria-label={`Set price for ${organisation}`} className="sm:mt-[1.875rem]">
            {busy ? 'Setting…' : 'Set price'}
          </Button>
        </div>
      </form>
    </li>
  )
}
