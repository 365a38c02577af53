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

/** Athlete and period in the address, so that links and Back restore them. */
export function useStatementAddress() {
  const { id: organization } = useOrganization()
  const [search, setSearch] = useSearchParams()
  const settings = organizationsApi.useOrganizationQuery({ organization }).currentData
  const today = useToday()
  const fiscalMonth = settings?.fiscalMonth ?? 1
  const asked = { from: search.get('from') ?? '', until: search.get('until') ?? '' }
  const named = search.get('period')
  const isAnySpan = named === 'days'
  const period = named && Object.hasOwn(statementPeriods, named) ? (named as StatementPeriod) : FIRST_PERIOD

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
    /** The organization's, once loaded. */
    currency: settings?.currency,
    /** Undefined for a custom range. */
    period: isAnySpan ? undefined : period,
    /** A custom range as entered, valid or not. */
    days: isAnySpan ? asked : undefined,
    span: spanOf(),
    chooseAthlete: (athlete: string) => change({ athlete }),
    /** The period that contains the same day. */
    choosePeriod(next: StatementPeriod, inIt: string) {
      change({ period: next, ...periodWith(next, inIt, fiscalMonth) })
    },
    chooseSpan: (span: StatementQuery) => change({ period, ...span }),
    chooseDays: (days: StatementQuery) => change({ period: 'days', ...days }),
  }
}
export type StatementAddress = ReturnType<typeof useStatementAddress>
