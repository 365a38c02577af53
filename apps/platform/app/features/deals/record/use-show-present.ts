import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import type { Problem } from '@sherpa/contracts/problem'
import { useAppDispatch } from '../../../store.ts'

/** Shows the current deal that a 409 answer carries. */
export function useShowPresent(organization: string) {
  const dispatch = useAppDispatch()
  return (error: unknown) => {
    const { data } = (error ?? {}) as { data?: Partial<Problem> }
    const present = data?.present as Deal | undefined
    if (!present) return
    dispatch(dealsApi.util.updateQueryData('deal', { organization, deal: present.id }, () => present))
  }
}
