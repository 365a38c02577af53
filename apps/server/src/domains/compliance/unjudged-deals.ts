import { rules } from '@sherpa/contracts/compliance/rules/all'
import { sql } from 'kysely'

const filingRules = rules.flatMap(({ id, hasFiling }) => (hasFiling ? [id] : []))

/** Versions of deals that a rule with a filing could not judge. */
export const selectUnjudgedDeals = (organization: string) => sql<{
  deal_id: string
  number: number
  rule: string
  missing: string[]
}>`(select v.deal_id, v.number, v.rule, v.missing from verdicts v where v.organization_id = ${organization}
  and v.state = 'cannot-judge' and v.superseded_at is null and v.rule = any(${filingRules}::text[])
  and v.deal_id is not null)`
