import { sql } from 'kysely'
import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const partOfSignedDeal = { keep: 'signed terms' } as const

const isUnsigned = sql<boolean>`(kind in ('document', 'proof') or kind in ('frozen', 'contract') and not exists (
  select from deal_signatures s where s.organization_id = deal_documents.organization_id and s.deal_id = deal_documents.deal_id
    and s.number = deal_documents.number))`

/** Effects of merge, erasure, removal and leaving on the tables of this domain. */
export const dealDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'agreements',
    column: 'athlete_id',
    merge: 'move',
    erase: { clear: { note: null, guardian_name: null, file_name: null, storage_key: null, confirm_comment: null } },
    touched: true,
  },
  {
    on: 'athlete',
    table: 'deals',
    column: 'athlete_id',
    merge: 'move',
    erase: { keep: '`createDealErasureService` removes unsigned deals; a trigger renames the others' },
    touched: true,
  },
  ...(['payments', 'deliverables', 'key_dates'] as const).flatMap((table): Dependent[] => [
    { on: 'athlete', table, column: 'athlete_id', merge: 'move', erase: partOfSignedDeal, touched: true },
  ]),

  { on: 'company', table: 'deals', column: 'company_id', remove: 'company-in-use', merge: 'move' },
  { on: 'company', table: 'deal_versions', column: 'company_id', remove: 'company-in-use', merge: 'move' },

  { on: 'deal', table: 'deal_signatures', column: 'deal_id', remove: 'deal-in-force', erase: partOfSignedDeal },
  {
    on: 'deal',
    table: 'deal_timeline',
    column: 'deal_id',
    remove: 'delete',
    erase: { clear: { text: null, about: null } },
  },
  { on: 'deal', table: 'deal_approvals', column: 'deal_id', remove: 'delete', erase: { clear: { comment: null } } },
  {
    on: 'deal',
    table: 'deal_version_editors',
    column: 'deal_id',
    remove: 'delete',
    erase: { keep: 'editors of a version' },
  },
  {
    on: 'deal',
    table: 'deal_versions',
    column: 'deal_id',
    remove: 'delete',
    erase: { clear: { conflict_reason: null, athlete_facts: null } },
  },
  { on: 'deal', table: 'deal_documents', column: 'deal_id', remove: 'delete', erase: { delete: isUnsigned } },
  { on: 'deal', table: 'deal_links', column: 'deal_id', remove: 'delete', erase: { delete: true } },
  { on: 'deal', table: 'deliverables', column: 'deal_id', remove: 'delete', erase: { clear: { comment: null } } },
  {
    on: 'deal',
    table: 'deliverable_proofs',
    column: 'deliverable_id',
    through: 'deliverables',
    remove: 'delete',
    erase: { delete: true },
  },
  {
    on: 'deal',
    table: 'key_dates',
    column: 'deal_id',
    remove: 'delete',
    erase: { clear: { proof: null, move_reason: null } },
  },
  { on: 'deal', table: 'reminders', column: 'deal_id', remove: 'delete', erase: { delete: true } },
  { on: 'deal', table: 'payments', column: 'deal_id', remove: 'delete', erase: partOfSignedDeal },
  { on: 'deal', table: 'payment_schedules', column: 'deal_id', remove: 'delete', erase: partOfSignedDeal },

  // `dealHandover` gives deals, and `reviewHandover` open approval requests, to someone else.
  { on: 'member', table: 'deals', column: 'lead_id', leave: 'clear' },
  ...workOfMembers({
    agreement_agents: ['user_id'],
    agreements: ['created_by', 'signed_by', 'confirmed_by'],
    deal_approvals: ['user_id'],
    deal_documents: ['added_by'],
    deal_links: ['sent_by'],
    deal_signatures: ['user_id'],
    deal_timeline: ['actor_id'],
    deal_version_editors: ['user_id'],
    deal_versions: ['conflict_allowed_by', 'created_by', 'frozen_by'],
    deals: ['created_by'],
    deliverable_proofs: ['added_by'],
    deliverables: ['accepted_by'],
    key_dates: ['done_by'],
    league_corrections: ['corrected_by'],
    payment_reminders: ['sent_by'],
    payment_schedules: ['changed_by'],
    reminders: ['user_id', 'sent_by'],
  }),
]
