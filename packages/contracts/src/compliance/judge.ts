import { spokenDay } from '../days.ts'
import type { AgreementInput, DealInput, Rule, RuleStatus, RuleVersion, Verdict, VerdictState } from './judgment.ts'
import { verdictStates } from './judgment.ts'
import { rules } from './rules/all.ts'
import { judgedDay } from './subject.ts'
import { judgeUnknown } from './unknown-facts.ts'
import { notApplicable } from './verdicts.ts'

export type RuleVerdict = Verdict & {
  rule: string
  version: number
  status: RuleStatus
  /** Whether this version may block. */
  canBlock: boolean
}

/** Undefined: the rule has no version on this day. */
export function versionOn<Input>(rule: { versions: readonly RuleVersion<Input>[] }, day: string) {
  return rule.versions.find(({ from, until }) => from <= day && (until === null || day <= until))
}

export function judgeDeal(input: DealInput): RuleVerdict[] {
  const day = judgedDay(input)
  return sorted(rules.map((rule) => (rule.subject === 'agreement' ? [] : judgeBy(rule, input, day))))
}

export function judgeAgreement(input: AgreementInput): RuleVerdict[] {
  const day = judgedDay(input)
  return sorted(rules.map((rule) => (rule.subject === 'deal' ? [] : judgeBy(rule, input, day))))
}

/** Only versions in force that were read in the source block. Suspended ones ask nothing. */
export function judgeBy<Input extends DealInput | AgreementInput>(
  rule: Pick<Rule, 'id' | 'canBlock' | 'hasFiling'> & { versions: readonly RuleVersion<Input>[] },
  input: Input,
  day: string,
): RuleVerdict[] {
  const version = versionOn(rule, day)
  if (!version) return []
  const { number, status, confidence, from } = version
  const canBlock = rule.canBlock && status === 'in-force' && confidence === 'read'
  const verdict =
    status === 'suspended'
      ? notApplicable(`Suspended since ${spokenDay(from)}.`)
      : judgeUnknown(version.judge, input, rule.hasFiling ?? false)
  const state = verdict.state === 'blocked' && !canBlock ? 'attention' : verdict.state
  return [{ rule: rule.id, version: number, status, canBlock, ...verdict, state }]
}

const severity = Object.keys(verdictStates) as VerdictState[]

const sorted = (verdicts: RuleVerdict[][]) =>
  verdicts.flat().toSorted((one, other) => severity.indexOf(one.state) - severity.indexOf(other.state))
