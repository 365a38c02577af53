import { organizationsApi } from '@sherpa/api-client/organizations'
import {
  periodWith,
  type StatementPeriod,
  type StatementQuery,
  statementPeriods,
  statementQuery,
} from '@sherpa/contracts/statement'
import { useSearchParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'

const FIRST_PERIOD: StatementPeriod = 'year'

/** Whose statement is shown, and of which days: a part of the address, so that a link and Back bring the same one. */
export function useStatementAddress() {
  const { id: organization } = useOrganization()
  const [search, setSearch] = useSearchParams()
  const settings = organizationsApi.useOrganizationQuery({ organization }).currentData
  const today = useToday()
  const fiscalMonth = settings?.fiscalMonth ?? 1
  const asked = { from: search.get('from') ?? '', until: search.get('until') ?? '' }
  const named = search.get('period')
  const isAnySpan = named === 'days'
  const period = named && named in statementPeriods ? (named as StatementPeriod) : FIRST_PERIOD

  function spanOf(): StatementQuery | undefined {
    const read = statementQuery.safeParse(asked)
    if (isAnySpan || read.success) return read.data
    return settings ? periodWith(period, today, fiscalMonth) : undefined
  }

  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }

  return {
    athlete: search.get('athlete') ?? undefined,
    /** Any span of days has no name. */
    period: isAnySpan ? undefined : period,
    /** As they were chosen, whether or not they make a span. */
    days: isAnySpan ? asked : undefined,
    span: spanOf(),
    chooseAthlete: (athlete: string) => change({ athlete }),
    /** The one with the same day in it. */
    choosePeriod(next: StatementPeriod, inIt: string) {
      change({ period: next, ...periodWith(next, inIt, fiscalMonth) })
    },
    chooseSpan: (span: StatementQuery) => change({ period, ...span }),
    chooseDays: (days: StatementQuery) => change({ period: 'days', ...days }),
  }
}
export type StatementAddress = ReturnType<typeof useStatementAddress>
