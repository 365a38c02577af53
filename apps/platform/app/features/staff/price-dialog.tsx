import { staffApi } from '@sherpa/api-client/staff'
import { formatMoney, newPrice, type StaffSubscription } from '@sherpa/contracts/subscription'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { parseCents } from './parse-cents.ts'

export function PriceDialog({
  subscription,
  onClose,
}: {
  subscription: StaffSubscription | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={subscription !== undefined}
      title={subscription?.offer ? 'Edit offer' : 'Set price'}
      onClose={onClose}
    >
      {subscription && <PriceForm subscription={subscription} onClose={onClose} />}
    </Dialog>
  )
}

function PriceForm({ subscription, onClose }: { subscription: StaffSubscription; onClose: () => void }) {
  const [offerPrice] = staffApi.useOfferPriceMutation()
  const { id, organization, planName, seats, offer, billingEmail } = subscription
  const [cents, setCents] = useState(offer?.priceCents)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newPrice,
    read: ({ priceCents }) => ({ priceCents: parseCents(String(priceCents)) }),
    async send(price) {
      await offerPrice({ subscription: id, body: price }).unwrap()
      onClose()
      showToast('success', `Offer sent to ${organization}.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p className="font-semibold break-words text-ink">
        {organization}: {planName}, {seats} {seats === 1 ? 'seat' : 'seats'}
      </p>
      <p className="break-words">
        {billingEmail
          ? `We will email the price to ${billingEmail}.`
          : 'This customer has no billing email. They can see the price on their billing page.'}{' '}
        It takes effect when the customer accepts it.
      </p>
      <FormMessage failure={failureText} />
      <TextField
        name="priceCents"
        label="Price per seat / month (USD)"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        defaultValue={offer ? (offer.priceCents / 100).toFixed(2) : undefined}
        hint={<span role="status">{cents !== undefined && `Monthly total: ${formatMoney(cents * seats)}`}</span>}
        onChange={(event) => setCents(parseCents(event.target.value))}
        errors={errors}
      />
      <SubmitActions label="Send offer" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}
