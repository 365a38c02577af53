import { dealsApi } from '@sherpa/api-client/deals'
import type { Currency } from '@sherpa/contracts/currency'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'

const MOST_OFFERED = '50'

type Asked = {
  currency: Currency
  search: string
  company: string | null
  deal: string | undefined
  /** Always offered first. */
  first: PaymentRow | undefined
}

/** Open payments to allocate to, oldest first: of the deal or payer, or found by search. */
export function useOfferedPayments({ currency, search, company, deal, first }: Asked) {
  const { id: organization } = useOrganization()
  const text = useAfterPause(search.trim())
  const narrowed = text ? { search: text } : deal ? { deal } : company ? { company } : undefined
  // Money and in-kind value are never mixed.
  const form = first?.inKind ? 'kind' : 'money'
  const { currentData, isFetching } = dealsApi.usePaymentsInfiniteQuery(
    {
      organization,
      query: { state: 'late,expected', direction: 'incoming', form, currency, limit: MOST_OFFERED, ...narrowed },
    },
    { skip: narrowed === undefined },
  )
  const found = currentData?.pages[0]?.rows ?? []
  const others = found.filter(({ id }) => id !== first?.id)
  return {
    offered: first && first.currency === currency ? [first, ...others] : others,
    isSearching: isFetching || text !== search.trim(),
    isNarrowed: narrowed !== undefined,
  }
}
