import { sql } from 'kysely'
import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const neverFiled = sql<boolean>`packet is null and not exists (select from disclosures r
  where r.organization_id = disclosures.organization_id and r.revises_id = disclosures.id)`

export const disclosureDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'attestation_requests',
    column: 'disclosure_id',
    through: 'disclosures',
    merge: 'keep',
    erase: { delete: true },
    touched: false,
  },
  {
    on: 'athlete',
    table: 'disclosure_files',
    column: 'disclosure_id',
    through: 'disclosures',
    merge: 'keep',
    erase: { delete: true },
    touched: false,
  },
  // That something was filed, when and by whom stays, with the hash of the packet.
  {
    on: 'athlete',
    table: 'disclosures',
    column: 'athlete_id',
    merge: 'move',
    erase: {
      delete: neverFiled,
      clear: { name: null, title: null, answers: null, fields: null, packet: null, comment: null, notice_to: null },
    },
    touched: true,
  },
  {
    on: 'deal',
    table: 'disclosures',
    column: 'deal_id',
    remove: 'deal-has-disclosures',
    unworked: sql`by_rule and comment is null and answers = '{}' and ${neverFiled}
      and not exists (select from disclosure_files f
        where f.organization_id = disclosures.organization_id and f.disclosure_id = disclosures.id)
      and not exists (select from attestation_requests q
        where q.organization_id = disclosures.organization_id and q.disclosure_id = disclosures.id)`,
    erase: { keep: 'the athlete’s erasure clears them' },
  },
  // `disclosureHandover` gives open ones to someone else.
  { on: 'member', table: 'disclosures', column: 'preparer_id', leave: 'clear' },
  ...workOfMembers({
    disclosures: ['submitter_id', 'created_by'],
    disclosure_files: ['added_by'],
    attestation_requests: ['asked_by', 'set_aside_by'],
  }),
]
