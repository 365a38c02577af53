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
  const judge = (one: Input) =>
    status === 'suspended'
      ? notApplicable(`Suspended since ${spokenDay(from)}.`)
      : judgeUnknown(version.judge, one, rule.hasFiling ?? false)
  const verdict = ofParents.has(rule.id) ? judgeAsParents(judge, input) : judge(input)
  const state = verdict.state === 'blocked' && !canBlock ? 'attention' : verdict.state
  return [{ rule: rule.id, version: number, status, canBlock, ...verdict, state }]
}

/** Rules about who the company is and what it sells. */
const ofParents: ReadonlySet<string> = new Set(['barred-category', 'school-sponsor', 'agent-fee-payor'])

/** A subsidiary is judged as each of its parents, too. The most severe verdict counts, and says whose fact it follows from. */
function judgeAsParents<Input extends DealInput | AgreementInput>(judge: (input: Input) => Verdict, input: Input) {
  if (input.subject === 'agreement') return judge(input)
  const { company, terms } = input.deal
  let strictest = judge(input)
  for (const { name, kind, category } of company.parents ?? []) {
    const parent = {
      ...company,
      category: category ?? company.category,
      // A school is no third party, so what belongs to one is judged as itself.
      kind: kind === 'collective' ? kind : company.kind,
    }
    const deal = { ...input.deal, company: parent, terms: { ...terms, category: category ?? terms.category } }
    const verdict = judge({ ...input, deal })
    if (severity.indexOf(verdict.state) >= severity.indexOf(strictest.state)) continue
    strictest = { ...verdict, sentence: `${verdict.sentence} This follows from its parent, ${name}.` }
  }
  return strictest
}

const severity = Object.keys(verdictStates) as VerdictState[]

const sorted = (verdicts: RuleVerdict[][]) =>
  verdicts.flat().toSorted((one, other) => severity.indexOf(one.state) - severity.indexOf(other.state))
