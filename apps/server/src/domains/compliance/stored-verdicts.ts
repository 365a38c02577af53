import type { RuleVerdict } from '@sherpa/contracts/compliance/judge'
import type { AgreementInput, DealInput, Due, MissingInput, VerdictState } from '@sherpa/contracts/compliance/judgment'
import { sql } from 'kysely'
import { canonicalJson, hashOf } from '../../canonical-json.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { userJson } from './compliance-access.ts'
import type { Subject } from './judgment-inputs.ts'

/** Without the time: it changes at every judgment. */
export function hashInput({ today: _day, now: _now, ...facts }: DealInput | AgreementInput) {
  return hashOf(facts)
}

const keyOf = (subject: Subject) =>
  'deal' in subject
    ? { deal_id: subject.deal, number: subject.number, agreement_id: null }
    : { deal_id: null, number: null, agreement_id: subject.agreement }

const isOf = (organization: string, subject: Subject) => sql<boolean>`v.organization_id = ${organization}
  and v.subject_id = ${'deal' in subject ? subject.deal : subject.agreement}
  and v.number is not distinct from ${'deal' in subject ? subject.number : null}::integer`

/** Current and superseded verdicts, oldest first. */
export async function loadVerdicts(client: Queryable, organization: string, subject: Subject) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('verdicts as v')
      .select(['v.id', 'v.rule', 'v.rule_version as version', 'v.state', 'v.sentence', 'v.todo', 'v.missing'])
      .select(['v.due_on', 'v.due_at', 'v.uses_amount as usesAmount', 'v.since', 'v.superseded_at as supersededAt'])
      .select(['v.changed_at as changedAt', 'v.before_id as beforeId'])
      .select(sql<string>`encode(v.input_hash, 'hex')`.as('inputHash'))
      .where(isOf(organization, subject))
      .orderBy('v.since')
      .orderBy('v.id')
      .$narrowType<{ state: VerdictState; missing: MissingInput[] }>(),
  )
  return rows.map(({ due_on, due_at, ...row }) => ({
    ...row,
    due: (due_on ? { day: due_on } : due_at ? { at: due_at.toISOString() } : null) as Due | null,
  }))
}
export type StoredVerdict = Awaited<ReturnType<typeof loadVerdicts>>[number]

type Outcome = Pick<RuleVerdict, 'rule' | 'version' | 'state' | 'sentence' | 'todo' | 'missing' | 'due' | 'usesAmount'>
const outcomeOf = ({ rule, version, state, sentence, todo, missing, due, usesAmount }: Outcome) =>
  canonicalJson({ rule, version, state, sentence, todo, missing, due, usesAmount })

/** Keeps verdicts that say the same, with the new input's hash, and supersedes the others. */
export async function storeVerdicts(
  client: Queryable,
  organization: string,
  subject: Subject,
  { verdicts, input, at }: { verdicts: readonly RuleVerdict[]; input: DealInput | AgreementInput; at: Date },
) {
  const inputHash = hashInput(input)
  const current = (await loadVerdicts(client, organization, subject)).filter(({ supersededAt }) => !supersededAt)
  const outcomes = new Set(verdicts.map(outcomeOf))
  const [kept, superseded] = [true, false].map((isKept) =>
    current.filter((one) => outcomes.has(outcomeOf(one)) === isKept),
  ) as [StoredVerdict[], StoredVerdict[]]
  const known = new Set(kept.map(outcomeOf))
  const added = verdicts.filter((one) => !known.has(outcomeOf(one)))
  const hash = Buffer.from(inputHash, 'hex')
  const newsOf = (verdict: RuleVerdict) => findNews(current, verdict, at)
  await change(client, organization, superseded, { superseded_at: at })
  await change(
    client,
    organization,
    kept.filter((one) => one.inputHash !== inputHash),
    { input_hash: hash, judged_at: at },
  )
  if (added.length === 0) return
  await run(
    client,
    query.insertInto('verdicts').values(
      added.map((verdict) => {
        const { rule, version, state, sentence, todo, missing, due, usesAmount } = verdict
        return {
          organization_id: organization,
          ...keyOf(subject),
          rule,
          rule_version: version,
          state,
          sentence,
          todo,
          missing,
          due_on: due && 'day' in due ? due.day : null,
          due_at: due && 'at' in due ? new Date(due.at) : null,
          uses_amount: usesAmount,
          input_hash: hash,
          since: at,
          judged_at: at,
          ...newsOf(verdict),
        }
      }),
    ),
  )
}

/** A later version of a rule, or a new rule, that says something about a subject that was judged before. */
function findNews(current: readonly StoredVerdict[], { rule, version, state }: RuleVerdict, at: Date) {
  const before = current.find((one) => one.rule === rule)
  if (before?.version === version) return { changed_at: before.changedAt, before_id: before.beforeId }
  const isNew = before ? before.version < version : current.length > 0
  const isTouched = state !== 'not-applicable' || (before && before.state !== 'not-applicable')
  return isNew && isTouched ? { changed_at: at, before_id: before?.id ?? null } : { changed_at: null, before_id: null }
}

async function change(client: Queryable, organization: string, rows: readonly StoredVerdict[], set: object) {
  if (rows.length === 0) return
  await run(
    client,
    query
      .updateTable('verdicts')
      .set(set)
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`),
  )
}

/** Answers to blocked verdicts of a version. */
export function loadAnswers(client: Queryable, organization: string, deal: string, number: number) {
  return rowsOf(
    client,
    query
      .selectFrom('verdict_answers as a')
      .select(['a.rule', 'a.rule_version as ruleVersion', 'a.reason', 'a.answered_at as at'])
      .select(userJson('a.answered_by').as('by'))
      .where('a.organization_id', '=', organization)
      .where('a.deal_id', '=', deal)
      .where('a.number', '=', number),
  )
}
