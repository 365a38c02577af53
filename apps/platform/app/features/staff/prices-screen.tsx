import { staffApi } from '@sherpa/api-client/staff'
import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { totalInWords } from '@sherpa/contracts/list'
import {
  formatPrice,
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
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import { NothingMatches } from '../../list/list-states.tsx'
import { type Column, ListTable } from '../../list/list-table.tsx'
import { ListToolbar, shownColumns } from '../../list/list-toolbar.tsx'
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
    width: 'wide',
    place: 'detail',
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
    head: 'Price',
    width: 'name',
    place: 'state',
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
        <a href={`mailto:${billingEmail}`} className="underline underline-offset-4">
          {billingEmail}
        </a>
      ),
  },
  {
    id: 'created',
    head: 'Since',
    sort: 'created',
    width: 'narrow',
    align: 'end',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

/** Every subscription and how far its price is: not set, offered, or accepted. */
export function Component() {
  const address = useListAddress(staffSubscriptionsQuery)
  const list = useList(staffApi.endpoints.staffSubscriptions, { query: address.state }, 'subscription')
  const [pricing, setPricing] = useState<StaffSubscription>()
  const pages = list.query.currentData?.pages as { tax?: Tax | null }[] | undefined
  const columns = columnsWith(pages?.[0]?.tax ?? null)
  const shown = shownColumns(columns, address.columns)
  return (
    <>
      <ScreenHeading
        title="Prices"
        count={list.total && totalInWords(list.total)}
        lead="Customers get a price by email. It takes effect when they accept it."
      />
      <ListToolbar
        address={address}
        list={list}
        searchLabel="Search organizations"
        filters={[{ name: 'price', label: 'Price', choices: priceStates }]}
        columns={columns}
        shown={shown}
      />
      <ListTable
        label="Subscriptions"
        list={list}
        address={address}
        columns={shown}
        nameOf={({ organization }) => organization}
        actionsWidth="button"
        actions={(subscription) => (
          <Button
            look="secondary"
            size="small"
            aria-label={`${subscription.offer ? 'Correct the offer' : 'Set a price'} for ${subscription.organization}`}
            onClick={() => setPricing(subscription)}
          >
            {subscription.offer ? 'Correct the offer' : 'Set a price'}
          </Button>
        )}
        empty={<EmptyState title="No subscriptions yet" />}
        nothingMatches={<NothingMatches title="No subscription matches" address={address} />}
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
