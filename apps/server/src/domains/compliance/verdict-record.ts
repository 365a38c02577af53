import { isDeepStrictEqual } from 'node:util'
import { EXCLUSIVITY_RULE, isAnswerable, type JudgedVerdict, type Verdicts } from '@sherpa/contracts/compliance'
import { dueAt } from '@sherpa/contracts/compliance/deadlines'
import type { RuleVerdict } from '@sherpa/contracts/compliance/judge'
import { type VerdictState, verdictStates } from '@sherpa/contracts/compliance/judgment'
import { rules } from '@sherpa/contracts/compliance/rules/all'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { mayAnswerVersion, requireAgreement, requireVersionToRead } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { seesAmounts, type Viewer } from './compliance-access.ts'
import type { Judgment } from './judge.ts'
import type { Subject } from './judgment-inputs.ts'
import { findRuleVersion, titleOf } from './rule-catalog.ts'
import { hashInput, loadAnswers, loadVerdicts, type StoredVerdict } from './stored-verdicts.ts'

type Answer = {
  rule: string
  ruleVersion: number | null
  reason: string | null
  by: JudgedAnswer['by']
  at: Date | null
}
type JudgedAnswer = NonNullable<JudgedVerdict['answer']>

/** Verdicts as a viewer may see them: stored ones, or those of a draft as of now. */
export function createVerdictRecords({ database, judgment }: { database: Database; judgment: Judgment }) {
  async function loadSubject(
    client: Queryable,
    viewer: Viewer,
    {
      subject,
      athlete,
      isDraft,
      mayAnswer,
      answers,
    }: { subject: Subject; athlete: string; isDraft: boolean; mayAnswer: boolean; answers: Answer[] },
  ): Promise<Verdicts> {
    const { organization } = viewer.member
    const isSeen = ({ usesAmount }: { usesAmount: boolean }) => !usesAmount || seesAmounts(viewer)
    const stored = isDraft ? [] : (await loadVerdicts(client, organization, subject)).filter(isSeen)
    const [now] = await judgment.preview(client, organization, athlete, ({ subject: other }) =>
      isDeepStrictEqual(other, subject),
    )
    // Closed deals are not judged any more.
    const isPreview = stored.length === 0 && (isDraft || now?.isOpen === true)
    const shown = isPreview
      ? (now?.verdicts ?? []).filter(isSeen).map((one) => ({ ...one, since: null }))
      : stored.filter(({ supersededAt }) => supersededAt === null)
    const input = now?.input
    const isBefore = await dueBeforeJoining(client, organization)
    const inputHash = isPreview ? input && hashInput(input) : stored.find((one) => !one.supersededAt)?.inputHash
    return {
      number: 'deal' in subject ? subject.number : null,
      isPreview,
      verdicts: shown
        .flatMap((one) => describe(viewer, one, stored, answers))
        .map((one) => (isBefore(one.due) ? { ...one, dueBeforeJoining: true as const } : one))
        .map((one) => ({ ...one, canAnswer: !isPreview && mayAnswer && isAnswerable(one) && one.answer === null }))
        .toSorted((one, other) => orderOf(one) - orderOf(other)),
      inputHash: seesAmounts(viewer) ? (inputHash ?? null) : null,
      records: {
        athlete,
        company: input?.subject === 'deal' ? input.deal.company.id : null,
        school: input?.athlete.school?.id ?? null,
        agreement: input?.agreement?.id ?? null,
      },
    }
  }

  async function loadOfDeal(client: Queryable, viewer: Viewer, deal: string, version?: number): Promise<Verdicts> {
    const { organization } = viewer.member
    const { number, stage, athlete, ...conflict } = await requireVersionToRead(client, viewer, deal, version)
    const answers: Answer[] = await loadAnswers(client, organization, deal, number)
    if (conflict.conflictReason !== null) {
      const { conflictReason: reason, conflictAllowedBy: by, conflictAllowedAt: at } = conflict
      answers.push({ rule: EXCLUSIVITY_RULE, ruleVersion: null, reason, by, at })
    }
    return loadSubject(client, viewer, {
      subject: { deal, number },
      athlete,
      isDraft: stage === 'draft',
      mayAnswer: stage === 'in-review' && (await mayAnswerVersion(client, viewer, deal, number)),
      answers,
    })
  }

  return {
    ofDeal: loadOfDeal,

    async ofAgreement(viewer: Viewer, athlete: string, agreement: string): Promise<Verdicts> {
      await requireAgreement(database, viewer, athlete, agreement)
      return loadSubject(database, viewer, {
        subject: { agreement },
        athlete,
        isDraft: false,
        mayAnswer: false,
        answers: [],
      })
    },
  }
}
export type VerdictRecords = ReturnType<typeof createVerdictRecords>

async function dueBeforeJoining(client: Queryable, organization: string) {
  const { created_at, time_zone } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select(['created_at', 'time_zone']).where('id', '=', organization),
  )
  return (due: JudgedVerdict['due']) => due !== null && dueAt(due, time_zone) < created_at.toISOString()
}

const severity = Object.keys(verdictStates) as VerdictState[]
const positions = new Map(rules.map(({ id }, position) => [id, position]))

/** By severity, then in the order of the rules. */
const orderOf = ({ state, rule }: Pick<JudgedVerdict, 'state' | 'rule'>) =>
  severity.indexOf(state) * rules.length + (positions.get(rule) ?? 0)

type Shown = Pick<RuleVerdict, 'rule' | 'version' | 'state' | 'sentence' | 'todo' | 'missing' | 'due'> & {
  since: Date | null
}

function describe(
  { member }: Viewer,
  { rule, version, state, sentence, todo, missing, due, since }: Shown,
  stored: readonly StoredVerdict[],
  answers: readonly Answer[],
): Omit<JudgedVerdict, 'canAnswer'>[] {
  const ruleVersion = findRuleVersion(rule, version)
  // Of a later release, during a rolling update.
  if (!ruleVersion) return []
  const { status, from, source, readOn, confidence } = ruleVersion
  const previous = stored.findLast((one) => one.rule === rule && one.supersededAt !== null && one.state !== state)
  const answer = answers.find((one) => one.rule === rule && (one.ruleVersion ?? version) === version)
  // Internal comments are hidden from athletes.
  const isColleague = member.role !== 'athlete'
  return [
    {
      rule,
      title: titleOf(rule),
      ruleVersion: version,
      ...{ status, from, source, readOn, confidence, state, sentence, todo, missing, due },
      since: since?.toISOString() ?? null,
      previous: previous?.supersededAt ? { state: previous.state, until: previous.supersededAt.toISOString() } : null,
      answer:
        answer && state === 'blocked'
          ? {
              reason: isColleague ? answer.reason : null,
              by: isColleague ? answer.by : null,
              at: answer.at?.toISOString() ?? null,
            }
          : null,
    },
  ]
}
