import { GUARDIAN_RULE } from '@sherpa/contracts/compliance'
import { rules } from '@sherpa/contracts/compliance/rules/all'

const byId = new Map(rules.map((rule) => [rule.id, rule]))

export const titleOf = (rule: string) => byId.get(rule)?.title ?? rule

/** Undefined for a rule or version of a later release. */
export const findRuleVersion = (rule: string, number: number) =>
  byId.get(rule)?.versions.find((version) => version.number === number)

/** Blocking rules that an organization may reduce to a warning. */
export const switchableRules: ReadonlySet<string> = new Set(
  rules.filter(({ id, canBlock }) => canBlock && id !== GUARDIAN_RULE).map(({ id }) => id),
)
