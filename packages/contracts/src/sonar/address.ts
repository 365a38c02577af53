import type * as z from 'zod/mini'
import { athletesQuery } from '../athlete.ts'
import { bankLinesQuery } from '../bank-import.ts'
import { companiesQuery } from '../company.ts'
import { dealsQuery } from '../deal.ts'
import { deliverablesQuery, keyDatesQuery, paymentsQuery } from '../deal-work.ts'
import { disclosuresQuery } from '../disclosure.ts'
import { expensesQuery } from '../expense.ts'
import { feeInvoicesQuery } from '../fee-invoice.ts'
import { breakdownQuery, overviewQuery } from '../finance.ts'
import { ownValue } from '../own-value.ts'
import { payablesQuery } from '../payout.ts'
import { type Bound, type Range, UNSET, writeRange } from '../range.ts'
import { receiptsQuery } from '../receipt.ts'
import { tasksQuery } from '../task.ts'
import type { Condition, Scalar, SonarQuery, Target } from './reading.ts'
import { registry } from './registry.ts'
import type { Field } from './vocabulary/vocabulary.ts'

/** The query of each list, and its screen on the platform. */
export const lists = {
  athletes: { schema: athletesQuery, screen: 'athletes' },
  deals: { schema: dealsQuery, screen: 'deals' },
  companies: { schema: companiesQuery, screen: 'companies' },
  payments: { schema: paymentsQuery, screen: 'finances/payments' },
  receipts: { schema: receiptsQuery, screen: 'finances/receipts' },
  expenses: { schema: expensesQuery, screen: 'finances/expenses' },
  'fee-invoices': { schema: feeInvoicesQuery, screen: 'finances/fees' },
  payables: { schema: payablesQuery, screen: 'finances/payables' },
  'bank-lines': { schema: bankLinesQuery, screen: 'finances/receipts/bank' },
  'key-dates': { schema: keyDatesQuery, screen: 'calendar' },
  deliverables: { schema: deliverablesQuery, screen: 'calendar/deliverables' },
  tasks: { schema: tasksQuery, screen: 'tasks' },
  disclosures: { schema: disclosuresQuery, screen: 'compliance' },
  overview: { schema: overviewQuery, screen: 'finances' },
  breakdown: { schema: breakdownQuery, screen: 'finances' },
} as const satisfies Record<Target, { schema: z.ZodMiniType; screen: string }>

/** A list with its query as the list's operation reads it, and as its address has it. */
export type ListRequest = {
  [Name in Target]: {
    target: Name
    query: z.infer<(typeof lists)[Name]['schema']>
    parameters: Record<string, string>
  }
}[Target]

/** The list that shows a query. Undefined without a list, or if the list refuses the values. */
export function listQueryOf(query: SonarQuery): ListRequest | undefined {
  const { target } = query
  if (!target) return undefined
  const parameters = parametersOf(target, query)
  const read = lists[target].schema.safeParse(parameters)
  return read.success ? ({ target, query: read.data, parameters } as ListRequest) : undefined
}

/** The address of the list on the platform. */
export function addressOf(organization: string, { target, parameters }: Pick<ListRequest, 'target' | 'parameters'>) {
  const search = new URLSearchParams(parameters)
  search.sort()
  return `/organizations/${organization}/${lists[target].screen}${search.size > 0 ? `?${search}` : ''}`
}

function parametersOf(target: Target, { query, where, sort, search }: SonarQuery): Record<string, string> {
  return {
    // The list itself has the caller's own unless told.
    ...(target === 'tasks' && { scope: 'all' }),
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')])),
    ...conditionsOf(target, where),
    ...currencyOfMinor(where),
    ...(sort && { sort }),
    ...(search && { search }),
  }
}

/** Minor units are compared in one currency. */
function currencyOfMinor(where: readonly Condition[]) {
  const currency = where.find((condition) => condition.currency)?.currency
  return currency && { currency }
}

/** Conditions on one field are one range. */
function conditionsOf(target: Target, where: readonly Condition[]) {
  const byParameter = new Map<string, string[]>()
  for (const [name, conditions] of Map.groupBy(where, ({ field }) => field)) {
    const field = ownValue(registry[target].fields, name)
    if (!field) continue
    byParameter.set(field.parameter, [...(byParameter.get(field.parameter) ?? []), ...valuesOf(field, conditions)])
  }
  return Object.fromEntries([...byParameter].map(([name, values]) => [name, values.join(',')]))
}

function valuesOf({ kind, key }: Field, conditions: readonly Condition[]): string[] {
  if (kind === 'choice') return conditions.flatMap(choicesOf)
  if (kind === 'name') return conditions.map(({ value }) => String(value))
  if (conditions.some(({ value }) => value === null)) return [UNSET]
  const byKey = Map.groupBy(conditions, ({ value }) => key ?? currencyOf([value].flat()[0]))
  return [...byKey].map(
    ([prefix, some]) => `${prefix ? `${prefix}:` : ''}${writeRange(some.map(rangeOf).reduce(intersect))}`,
  )
}

function choicesOf({ op, value }: Condition): string[] {
  const choices = [value].flat().map(String)
  // Without a guardian in any of these states.
  if (op === 'none') return [choices.includes('confirmed') ? 'unconfirmed' : 'unverified']
  return choices.map((choice) => ({ true: 'yes', false: 'no' })[choice] ?? choice)
}

const currencyOf = (value: Scalar | null | undefined) => (typeof value === 'object' ? value?.currency : undefined)
const comparable = (value: Scalar | null | undefined) =>
  typeof value === 'object' ? (value?.minor ?? 0) : (value as string | number)

function rangeOf({ op, value }: Condition): Range<string | number> {
  const [least, most = least] = [value].flat().map(comparable)
  const bound = (of: string | number | undefined, excluded = false): Bound<string | number> => ({
    value: of ?? 0,
    excluded,
  })
  return {
    min: op === 'lt' || op === 'lte' ? null : bound(least, op === 'gt'),
    max: op === 'gt' || op === 'gte' ? null : bound(most, op === 'lt'),
  }
}

function intersect(one: Range<string | number>, other: Range<string | number>): Range<string | number> {
  return { min: narrower(one.min, other.min, 1), max: narrower(one.max, other.max, -1) }
}

function narrower(one: Bound<string | number> | null, other: Bound<string | number> | null, sign: 1 | -1) {
  if (!one || !other) return one ?? other
  if (one.value === other.value) return one.excluded ? one : other
  return one.value > other.value === sign > 0 ? one : other
}
