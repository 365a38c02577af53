import { dayIn } from '@sherpa/contracts/days'
import { disclosureKinds, disclosureStates } from '@sherpa/contracts/disclosure-state'
import { cameWithin72Hours } from '@sherpa/contracts/notice-time'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { loadTimeZone } from '../organizations/organizations.ts'
import type { Viewer } from './disclosure-access.ts'
import { selectDisclosures } from './disclosure-record.ts'

const BATCH = 100

type Notice = { countsFrom: string | null; countsAt: Date | null; submittedAt: Date | null; noticeMail: string | null }

/** A mail that arrived has its time. Of other submissions only the day is known. */
function isInTime({ countsFrom, countsAt, submittedAt, noticeMail }: Notice, clock: { zone: string; now: string }) {
  const signed = countsAt ? { at: countsAt.toISOString() } : countsFrom ? { day: countsFrom } : null
  const at = submittedAt?.toISOString()
  const given = at ? (noticeMail === 'sent' ? { at } : { day: dayIn(at, clock.zone) }) : null
  return cameWithin72Hours(signed, given, clock)
}

/** Disclosures that were due in a period, for the answer to an inquiry. */
export function createInquiryTable(database: Database, clock: () => Date) {
  return {
    headings: [
      'Signed or agreed',
      'Due',
      'Due at (UTC)',
      'Report',
      'Authority',
      'Athlete',
      'Deal',
      'State',
      'Submitted',
      'Submitted by',
      'Confirmation number',
      'SHA-256 of the proofs',
      'SHA-256 of the packet',
      'Notice mailed to',
      'Notice mailed',
      'Within 72 hours',
      'Outcome',
    ],
    async *rows(viewer: Viewer, { from, until }: { from: string; until: string }) {
      const clocked = { zone: await loadTimeZone(database, viewer.member.organization), now: clock().toISOString() }
      let after: { dueAt: Date; id: string } | undefined
      for (;;) {
        const rows = await rowsOf(
          database,
          selectDisclosures(viewer)
            .select([
              'x.submitted_at as submittedAt',
              'x.confirmation',
              'x.packet_hash as packetHash',
              'x.notice_to as noticeTo',
              'x.notice_at as noticeAt',
              'x.notice_mail as noticeMail',
              'x.outcome_on as outcomeOn',
              sql<
                string | null
              >`(select s.name from ${publicUsers} s where s.id = x.submitter_id and x.packet is not null)`.as(
                'submitter',
              ),
              sql<string | null>`(select string_agg(encode(f.sha256, 'hex'), ' ' order by f.id) from disclosure_files f
                where f.organization_id = x.organization_id and f.disclosure_id = x.id)`.as('proofs'),
            ])
            .where('x.due_on', '>=', from)
            .where('x.due_on', '<=', until)
            .$if(after !== undefined, (some) =>
              some.where(sql<boolean>`(x.due_at, x.id) > (${after?.dueAt}::timestamptz, ${after?.id}::uuid)`),
            )
            .orderBy('x.due_at')
            .orderBy('x.id')
            .limit(BATCH),
        )
        const last = rows.at(-1)
        if (!last) return
        yield rows.map((row) => [
          row.countsFrom ?? row.countsAt?.toISOString(),
          row.dueOn,
          row.dueAt.toISOString(),
          row.title ?? disclosureKinds[row.kind],
          row.authority,
          row.athleteName,
          row.dealTitle,
          disclosureStates[row.state],
          row.submittedAt?.toISOString(),
          row.submitter,
          row.confirmation,
          row.proofs,
          row.packetHash,
          row.noticeTo,
          row.noticeAt?.toISOString(),
          row.kind === 'school-72h' ? isInTime(row, clocked) : '',
          row.outcomeOn,
        ])
        after = { dueAt: last.dueAt, id: last.id }
      }
    },
  }
}
