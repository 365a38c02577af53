import {
  MOST_VERDICT_ANSWERS,
  type NewVerdictAnswer,
  type VerdictAnswer,
  type VerdictAnswersQuery,
  type Verdicts,
} from '@sherpa/contracts/compliance'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { isVisibleDeal, publicDeals, publicDealVersions, recordRuleAnswer } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { userJson, type Viewer } from './compliance-access.ts'
import { EXCLUSIVITY, isAnswerable, type Judgment } from './judge.ts'
import { titleOf } from './rule-catalog.ts'
import type { VerdictRecords } from './verdict-record.ts'

type Parts = {
  database: Database
  clock: () => Date
  judgment: Judgment
  records: VerdictRecords
  /** An allowed conflict is the answer to the rule on exclusivity. */
  allowConflict: (viewer: Viewer, deal: string, answer: { number: number; reason: string }) => Promise<unknown>
}

/** Reasons why blocked versions may be approved. */
export function createVerdictAnswerService({ database, clock, judgment, records, allowConflict }: Parts) {
  return {
    async answer(viewer: Viewer, deal: string, answer: NewVerdictAnswer): Promise<Verdicts> {
      const { number, rule, ruleVersion, reason } = answer
      const { organization } = viewer.member
      if (rule === EXCLUSIVITY) {
        await allowConflict(viewer, deal, { number, reason })
        return records.ofDeal(database, viewer, deal, number)
      }
      return inTransaction(database, async (client) => {
        const locked = await recordRuleAnswer(client, viewer, deal, { number, title: titleOf(rule), reason })
        await judgment.judgeSubmitted(locked, client)
        const { verdicts } = await records.ofDeal(client, viewer, deal, number)
        const verdict = verdicts.find((one) => one.rule === rule && one.ruleVersion === ruleVersion)
        if (!verdict || !isAnswerable(verdict) || verdict.answer) throw new Refusal('verdict-not-answerable')
        await run(
          client,
          query.insertInto('verdict_answers').values({
            organization_id: organization,
            id: newId(clock().getTime()),
            deal_id: deal,
            number,
            rule,
            rule_version: ruleVersion,
            reason,
            answered_by: viewer.person.id,
            answered_at: clock(),
          }),
        )
        await recordEvent(client, {
          event: 'verdict-answered',
          actor: viewer.person.id,
          organization,
          athlete: locked.athlete_id,
          details: rule,
        })
        return records.ofDeal(client, viewer, deal, number)
      })
    },

    /** Answers and allowed conflicts of visible deals, newest first. */
    async list(viewer: Viewer, { from, until }: VerdictAnswersQuery): Promise<{ answers: VerdictAnswer[] }> {
      const { organization } = viewer.member
      const rows = await rowsOf(
        database,
        sql<Omit<VerdictAnswer, 'title' | 'at'> & { at: Date }>`
          select json_build_object('id', d.id, 'title', d.title, 'athlete', d.athlete_name) as deal, a.number, a.rule,
            a.reason, a.at, ${userJson('a.by')} as by
          from (
            select x.deal_id, x.number, x.rule, x.reason, x.answered_by as by, x.answered_at as at from verdict_answers x
              where x.organization_id = ${organization}
            union all
            select v.deal_id, v.number, ${EXCLUSIVITY}, v.conflict_reason, v.conflict_allowed_by, v.conflict_allowed_at
              from ${publicDealVersions} v where v.organization_id = ${organization} and v.conflict_allowed_at is not null
          ) a
          join ${publicDeals} d on d.organization_id = ${organization} and d.id = a.deal_id
          join ${publicOrganizations} o on o.id = ${organization}
          where d.removed_at is null and ${isVisibleDeal(viewer, sql.ref('a.deal_id'))}
            and (a.at at time zone o.time_zone)::date between coalesce(${from ?? null}::date, '-infinity')
              and coalesce(${until ?? null}::date, 'infinity')
          order by a.at desc, a.deal_id, a.rule limit ${MOST_VERDICT_ANSWERS}`,
      )
      return { answers: rows.map((row) => ({ ...row, title: titleOf(row.rule), at: row.at.toISOString() })) }
    },
  }
}
export type VerdictAnswers = ReturnType<typeof createVerdictAnswerService>
