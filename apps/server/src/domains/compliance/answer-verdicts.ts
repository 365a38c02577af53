import {
  EXCLUSIVITY_RULE,
  isAnswerable,
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
import { publicUsers } from '../accounts/accounts.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import {
  isVisibleDeal,
  publicDealApprovals,
  publicDeals,
  publicDealVersions,
  recordRuleAnswer,
} from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { seesAmounts, userJson, type Viewer } from './compliance-access.ts'
import type { Judgment } from './judge.ts'
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

const NOT_ANSWERED = 'Entered as already signed, not answered'

/** Reasons why blocked versions may be approved. */
export function createVerdictAnswerService({ database, clock, judgment, records, allowConflict }: Parts) {
  return {
    async answer(viewer: Viewer, deal: string, answer: NewVerdictAnswer): Promise<Verdicts> {
      const { number, rule, ruleVersion, reason } = answer
      const { organization } = viewer.member
      if (rule === EXCLUSIVITY_RULE) {
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
          deal,
          details: rule,
          changes: changedValues<string>({}, { version: number, ruleVersion, reason }),
        })
        return records.ofDeal(client, viewer, deal, number)
      })
    },

    /**
     * Answers, allowed conflicts and blocked deals that were signed elsewhere, as far as visible, newest first. The
     * approvers of a version need money permission, because the approval chain depends on the amount.
     */
    async list(viewer: Viewer, { from, until }: VerdictAnswersQuery): Promise<{ answers: VerdictAnswer[] }> {
      const { organization } = viewer.member
      const rows = await rowsOf(
        database,
        sql<Omit<VerdictAnswer, 'title' | 'at'> & { at: Date }>`
          select json_build_object('id', d.id, 'title', d.title, 'athlete', d.athlete_name) as deal, a.number, a.rule,
            a.rule_version as "ruleVersion", a.reason, a.at, a.unanswered, ${userJson('a.by')} as by,
            p.names as "approvedBy", (p.at at time zone o.time_zone)::date::text as "approvedOn"
          from (
            select x.deal_id, x.number, x.rule, x.rule_version, x.reason, x.answered_by as by, x.answered_at as at,
              false as unanswered from verdict_answers x where x.organization_id = ${organization}
            union all
            select v.deal_id, v.number, ${EXCLUSIVITY_RULE}, null, v.conflict_reason, v.conflict_allowed_by,
              v.conflict_allowed_at, false
              from ${publicDealVersions} v where v.organization_id = ${organization} and v.conflict_allowed_at is not null
            union all
            select x.deal_id, x.number, x.rule, x.rule_version, ${NOT_ANSWERED}, (v.entered ->> 'by')::uuid, x.since, true
              from verdicts x join ${publicDealVersions} v
                on v.organization_id = x.organization_id and v.deal_id = x.deal_id and v.number = x.number
              where x.organization_id = ${organization} and x.state = 'blocked' and x.superseded_at is null
                and v.entered is not null and v.signed_at is not null
                and (x.rule <> ${EXCLUSIVITY_RULE} or v.conflict_allowed_at is null)
                and not exists (select from verdict_answers y where y.organization_id = x.organization_id
                  and y.deal_id = x.deal_id and y.number = x.number and y.rule = x.rule)
          ) a
          join ${publicDeals} d on d.organization_id = ${organization} and d.id = a.deal_id
          join ${publicOrganizations} o on o.id = ${organization}
          join ${publicDealVersions} v on v.organization_id = ${organization} and v.deal_id = a.deal_id and v.number = a.number
          left join lateral (
            select string_agg(u.name, ', ' order by y.decided_at, u.id) filter (where y.decision = 'approved') as names, max(y.decided_at) as at
            from ${publicDealApprovals} y join ${publicUsers} u on u.id = y.user_id
            where y.organization_id = ${organization} and y.deal_id = a.deal_id and y.number = a.number
            having bool_and(y.decision = 'approved')
          ) p on v.stage <> 'in-review' and (a.unanswered or ${seesAmounts(viewer)}::boolean)
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
