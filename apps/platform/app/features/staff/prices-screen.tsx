import { staffApi } from '@sherpa/api-client/staff'
import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { totalInWords } from '@sherpa/contracts/list'
import {
  formatMoney,
  priceStates,
  type StaffSubscription,
  staffSubscriptionsQuery,
  subscriptionStatuses,
} from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { useState } from 'react'
import { mailto } from '../../data/mailto.ts'
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { billingDay } from '../subscriptions/billing-dates.tsx'
import { statusTones } from '../subscriptions/subscription-words.ts'
import { PriceDialog } from './price-dialog.tsx'

const columnsWith = (tax: Tax | null): Column<StaffSubscription>[] => [
  {
    id: 'organization',
    head: 'Organization',
    sort: 'organization',
    shown: 'always',
    width: 'wide',
    place: 'name',
    cell: ({ organization }) => <span className="text-base font-medium text-ink">{organization}</span>,
  },
  {
    id: 'plan',
    head: 'Plan',
    from: 'desk',
    cell: ({ planName, seats }) => `${planName}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`,
  },
  {
    id: 'status',
    head: 'Status',
    width: 'wide',
    cell: ({ status, trialEndsAt }) => (
      <StatusBadge tone={statusTones[status]}>
        {subscriptionStatuses[status]}
        {status === 'trialing' && ` until ${billingDay(trialEndsAt)}`}
      </StatusBadge>
    ),
  },
  {
    id: 'price',
    head: 'Price per seat / month',
    width: 'wide',
    place: 'detail',
    cell: (subscription) => <PriceState subscription={subscription} />,
  },
  ...(tax
    ? [
        {
          id: 'tax',
          head: taxInWords(tax),
          cell: (subscription: StaffSubscription) => <TaxExempt subscription={subscription} />,
        },
      ]
    : []),
  {
    id: 'email',
    head: 'Billing email',
    width: 'wide',
    shown: 'on-demand',
    cell: ({ billingEmail }) =>
      billingEmail && (
        <a href={mailto(billingEmail)} className="underline underline-offset-4">
          {billingEmail}
        </a>
      ),
  },
  {
    id: 'created',
    head: 'Since',
    sort: 'created',
    shown: 'on-demand',
    width: 'narrow',
    align: 'end',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

export function Component() {
  const address = useListAddress(staffSubscriptionsQuery)
  const list = useList(staffApi.endpoints.staffSubscriptions, { query: address.state }, 'subscription')
  const [pricing, setPricing] = useState<StaffSubscription>()
  const pages = list.query.currentData?.pages as { tax?: Tax | null }[] | undefined
  const columns = columnsWith(pages?.[0]?.tax ?? null)
  return (
    <>
      <ScreenHeading
        title="Prices"
        count={list.total && totalInWords(list.total)}
        lead="Customers get a price by email. It takes effect when they accept it."
      />
      <ListView
        searchLabel="Search organizations"
        views="staff-subscriptions"
        filters={[{ name: 'price', label: 'Price', choices: priceStates }]}
        label="Subscriptions"
        list={list}
        address={address}
        columns={columns}
        nameOf={({ organization }) => organization}
        actionsWidth="button"
        actions={(subscription) => (
          <Button
            look="secondary"
            size="small"
            aria-label={`${subscription.offer ? 'Edit offer' : 'Set price'} for ${subscription.organization}`}
            onClick={() => setPricing(subscription)}
          >
            {subscription.offer ? 'Edit offer' : 'Set price'}
          </Button>
        )}
        empty={<EmptyState title="No subscriptions yet" />}
        noMatch="No subscription matches"
      />
      <PriceDialog subscription={pricing} onClose={() => setPricing(undefined)} />
    </>
  )
}

function PriceState({ subscription: { priceCents, acceptedAt, offer } }: { subscription: StaffSubscription }) {
  return (
    <span className="flex items-center gap-2">
      {offer && (
        <>
          <span>{formatMoney(offer.priceCents)}</span>
          <StatusBadge tone="info">Offered on {billingDay(offer.offeredAt)}</StatusBadge>
        </>
      )}
      {priceCents !== null && (
        <>
          <span>{formatMoney(priceCents)}</span>
          {acceptedAt ? (
            <StatusBadge tone="good">Accepted on {billingDay(acceptedAt)}</StatusBadge>
          ) : (
            <StatusBadge tone="quiet">List price</StatusBadge>
          )}
        </>
      )}
      {!offer && priceCents === null && <StatusBadge tone="warning">No price</StatusBadge>}
    </span>
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
