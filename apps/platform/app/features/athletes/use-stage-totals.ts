import { athletesApi } from '@sherpa/api-client/athletes'
import type { Stage } from '@sherpa/contracts/athlete'
import { useOrganization } from '../../frame/account-context.ts'
import { useFirstPage } from '../../list/use-first-page.ts'

/** The number of athletes per stage. */
export function useStageTotals(options: { skip: boolean }) {
  const signed = useStage('signed', options)
  const recruiting = useStage('recruiting', options)
  const prospect = useStage('prospect', options)
  const all = [signed, recruiting, prospect]
  return {
    queries: all.map(({ query }) => query),
    stages: all.map(({ stage, query }) => {
      return { stage, total: query.currentData?.pages[0]?.total ?? { count: 0, exact: true } }
    }),
  }
}

function useStage(stage: Stage, options: { skip: boolean }) {
  const { id: organization } = useOrganization()
  // Only the total is needed.
  const argument = { organization, query: { stage, limit: '1' } }
  return { stage, query: useFirstPage(athletesApi.endpoints.athletes, argument, 'athletes', options) }
}
