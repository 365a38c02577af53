import {
  BEFORE_SIGNING_RULE,
  EXCLUSIVITY_RULE,
  refusalsOfApproval,
  warnsBeforeSigning,
} from '@sherpa/contracts/compliance'
import { judgeAgreement, judgeDeal, type RuleVerdict } from '@sherpa/contracts/compliance/judge'
import type { AgreementInput, DealInput } from '@sherpa/contracts/compliance/judgment'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { lockAthletes } from '../athletes/athletes.ts'
import { type JudgedSubject, loadSubjects, type OutsideFacts, type Subject } from './judgment-inputs.ts'
import { titleOf } from './rule-catalog.ts'
import { loadSettings } from './settings.ts'
import { loadAnswers, storeVerdicts } from './stored-verdicts.ts'

/** Called for what was agreed, in the transaction that stored the verdicts, whether or not they changed. */
type OnJudged = (
  client: Queryable,
  organization: string,
  subject: Subject & { athlete: string },
  verdicts: readonly RuleVerdict[],
) => Promise<void>

type Parts = OutsideFacts & {
  clock: () => Date
  onJudged: OnJudged
  /** Called once, after all open subjects of the athlete. */
  onAthleteJudged: (client: Queryable, organization: string, athlete: string) => Promise<void>
}

export function createJudgment(parts: Parts) {
  const { clock, onJudged, onAthleteJudged } = parts

  /** Verdicts of the athlete's deals and agreements as of now, without storing them. */
  async function preview(
    client: Queryable,
    organization: string,
    athlete: string,
    isJudged: (subject: JudgedSubject) => boolean,
  ) {
    const subjects = await loadSubjects(client, organization, athlete, { ...parts, now: clock() })
    const { rulesOff } = await loadSettings(client, organization)
    return subjects.filter(isJudged).map((one) => ({ ...one, verdicts: judgeSubject(one, rulesOff) }))
  }

  /** Judges what is open. The athlete is locked, so that concurrent judgments do not interleave. */
  async function judgeAthlete(client: Queryable, organization: string, athlete: string, only?: { deal: string }) {
    await lockAthletes(client, organization, sql`${[athlete]}::uuid[]`)
    const judged = await preview(
      client,
      organization,
      athlete,
      ({ subject, isOpen }) => isOpen && (!only || ('deal' in subject && subject.deal === only.deal)),
    )
    for (const { subject, input, verdicts } of judged) {
      await storeVerdicts(client, organization, subject, { verdicts, input, at: clock() })
      const heard = verdicts.filter((verdict) => isHeard(input, verdict))
      if (heard.length > 0) await onJudged(client, organization, { ...subject, athlete }, heard)
    }
    await onAthleteJudged(client, organization, athlete)
    return judged
  }

  /** Verdicts on the newest version, judged now. */
  async function judgeNewest({ organization_id, id, athlete_id, newest_version }: JudgedDeal, client: Queryable) {
    const judged = await judgeAthlete(client, organization_id, athlete_id, { deal: id })
    return judged.flatMap(({ subject, verdicts }) =>
      'deal' in subject && subject.number === newest_version ? verdicts : [],
    )
  }

  type JudgedDeal = { organization_id: string; id: string; athlete_id: string; newest_version: number }

  return {
    /** What should happen before anyone signs the newest version. It never stops a signature. */
    async warnBeforeSigning(deal: JudgedDeal, client: Queryable): Promise<string[]> {
      const verdicts = await judgeNewest(deal, client)
      return verdicts.filter(warnsBeforeSigning).map(({ sentence }) => sentence)
    },

    preview,
    judgeAthlete,

    /** Judges a frozen version in the transaction that froze it. */
    async judgeSubmitted({ organization_id, id, athlete_id }: JudgedDeal, client: Queryable) {
      await judgeAthlete(client, organization_id, athlete_id, { deal: id })
    },

    /** Whether the organization wants a warning only. */
    async allowsConflicts(organization: string, client: Queryable) {
      return (await loadSettings(client, organization)).rulesOff.includes(EXCLUSIVITY_RULE)
    },

    /** The refusal of an approval, if a rule blocks the newest version and nobody has answered. */
    async findUnanswered(deal: JudgedDeal, client: Queryable): Promise<Refusal | undefined> {
      const { organization_id, id, newest_version } = deal
      const verdicts = await judgeNewest(deal, client)
      const answers = await loadAnswers(client, organization_id, id, newest_version)
      const answered = verdicts.map((one) => ({
        ...one,
        answer: answers.some(({ rule, ruleVersion }) => rule === one.rule && ruleVersion === one.version),
      }))
      // The deals domain refuses conflicts and missing guardians itself.
      const unanswered = refusalsOfApproval(answered, { isEntered: false }).toAnswer.filter(
        ({ rule }) => rule !== EXCLUSIVITY_RULE,
      )
      if (unanswered.length === 0) return undefined
      const errors = unanswered.map(({ rule, sentence }) => ({ field: rule, message: `${titleOf(rule)}: ${sentence}` }))
      return new Refusal('verdicts-unanswered', { errors })
    },
  }
}
export type Judgment = ReturnType<typeof createJudgment>

/** What was agreed, and before that only what is due before anyone signs. */
function isHeard(input: DealInput | AgreementInput, verdict: RuleVerdict) {
  if (input.subject === 'agreement' || input.deal.agreedOn !== null) return true
  // An amendment is disclosed as a revision.
  const isFirstVersion = !input.deal.agreed
  return verdict.rule === BEFORE_SIGNING_RULE && input.deal.stage === 'approved' && isFirstVersion
}

/** A rule that the organization switched off warns instead of blocking. */
function judgeSubject({ input }: JudgedSubject, rulesOff: readonly string[]): RuleVerdict[] {
  const verdicts = input.subject === 'deal' ? judgeDeal(input) : judgeAgreement(input)
  return verdicts.map((one) =>
    one.state === 'blocked' && rulesOff.includes(one.rule) ? { ...one, state: 'attention' as const } : one,
  )
}
