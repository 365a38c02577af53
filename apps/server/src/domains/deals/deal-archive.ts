import { sql } from 'kysely'
import {
  type ArchivePart,
  nameOfPerson as by,
  moneyPart as part,
  storableName,
} from '../../persistence/archive-part.ts'
import { publicUsers } from '../accounts/accounts.ts'

/** Deal tables in the data export. Add new tables of the domain here. */
export const dealExportParts: ArchivePart[] = [
  part(
    'agreements',
    'Representation agreements with fees and agents.',
    (
      organization,
    ) => sql`select c.id, c.athlete_id as "athleteId", c.starts_on as "startsOn", c.ends_on as "endsOn", c.scope, c.fees,
      c.note, c.ended_on as "endedOn", c.created_at as "addedAt", c.signed_at as "signedAt", ${by('signed_by')} as "enteredBy",
      c.guardian_name as guardian, c.confirmed_at as "confirmedAt", ${by('confirmed_by')} as "confirmedBy",
      c.confirm_comment as "confirmComment",
      array(select u.name from agreement_agents g join ${publicUsers} u on u.id = g.user_id
        where g.organization_id = c.organization_id and g.agreement_id = c.id) as agents
      from agreements c where c.organization_id = ${organization}`,
  ),
  part(
    'agreement-documents',
    'Signed agreements, in the folder "agreements" at the given path.',
    (organization) => sql`select c.id as "agreementId", c.athlete_id as "athleteId", c.file_name as name,
      c.file_size as size, encode(c.file_sha256, 'hex') as sha256, c.storage_key as "storageKey"
      from agreements c where c.organization_id = ${organization} and c.storage_key is not null`,
    {
      hidden: ['storageKey'],
      fileOf: ({ agreementId, name, storageKey }) => ({
        path: `agreements/${String(agreementId).slice(-12)} ${storableName(name)}`,
        key: String(storageKey),
      }),
    },
  ),
  part(
    'deals',
    'All deals with their stage.',
    (
      organization,
    ) => sql`select c.id, c.athlete_id as "athleteId", c.athlete_name as athlete, c.company_id as "companyId",
      c.company_name as company, c.kind, c.title, c.stage, ${by('lead_id')} as lead, c.newest_version as "newestVersion",
      c.version_in_force as "versionInForce", c.starts_on as "startsOn", c.ends_on as "endsOn", c.currency,
      c.amount_minor as "amountInMinorUnits", c.created_at as "addedAt" from deals c where c.organization_id = ${organization}`,
  ),
  part(
    'deal-versions',
    'The terms of deals by version, as submitted.',
    (
      organization,
    ) => sql`select c.deal_id as "dealId", c.number, c.stage, c.title, c.company_id as "companyId", c.terms, c.frozen, c.hash, c.athlete_facts as "athleteFacts",
      c.frozen_at as "frozenAt", ${by('frozen_by')} as "frozenBy", c.signed_at as "signedAt", c.entered,
      array(select u.name from deal_version_editors e join ${publicUsers} u on u.id = e.user_id
        where e.organization_id = c.organization_id and e.deal_id = c.deal_id and e.number = c.number and u.deleted_at is null
        order by u.name) as "editedBy", c.conflict_reason as "conflictReason", c.created_at as "addedAt"
      from deal_versions c where c.organization_id = ${organization}`,
  ),
  part(
    'deal-approvals',
    'Approvals by version, with comments.',
    (organization) => sql`select c.id, c.deal_id as "dealId", c.number, c.step, c.step_name as "stepName", c.needs,
      ${by('user_id')} as person, c.asked_at as "askedAt", c.decision, c.comment, c.decided_at as "decidedAt", c.mark
      from deal_approvals c where c.organization_id = ${organization}`,
  ),
  part(
    'deal-links',
    'Links sent to companies, without the secret.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.number, c.purpose, c.name, c.title, c.email, ${by('sent_by')} as "sentBy",
      c.sent_at as "sentAt", c.expires_at as "expiresAt", c.opened_at as "openedAt", c.last_opened_at as "lastOpenedAt",
      c.closed_at as "closedAt", c.closed_as as "closedAs", c.reassignment from deal_links c where c.organization_id = ${organization}`,
  ),
  part(
    'deal-signatures',
    'Signatures by version.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.number, c.side, c.method, c.signer_name as signer, c.signer_title as "signerTitle",
      c.signer_email as "signerEmail", c.link_id as "linkId", c.intent, c.hash,
      c.signed_at as "signedAt", c.address, c.device, c.document_id as "documentId", c.superseded_at as "supersededAt",
      c.superseded_by as "supersededById" from deal_signatures c where c.organization_id = ${organization}`,
  ),
  part(
    'payments',
    'Payments of signed deals.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.title, c.kind, c.due_on as "dueOn", c.condition, c.in_kind as "inKind",
      c.currency, c.amount_minor as "amountInMinorUnits", c.state from payments c where c.organization_id = ${organization}`,
  ),
  part(
    'paydays',
    'Paydays of contract seasons.',
    (
      organization,
    ) => sql`select c.deal_id as "dealId", c.rule_id as "payment", c.template, c.installments, ${by('changed_by')} as "changedBy",
      c.changed_at as "changedAt" from payment_schedules c where c.organization_id = ${organization}`,
  ),
  part(
    'payment-reminders',
    'Reminders of late payments.',
    (
      organization,
    ) => sql`select c.payment_id as "paymentId", c.sent_at as "sentAt", ${by('sent_by')} as "sentBy", c.sent_to as "sentTo"
      from payment_reminders c where c.organization_id = ${organization}`,
  ),
  part(
    'deliverables',
    'Deliverables with proof.',
    (organization) => sql`select c.id, c.deal_id as "dealId", c.title, c.platform, c.due_on as "dueOn",
      c.away_from as "awayFrom", c.away_until as "awayUntil", c.state, c.comment,
      c.accepted_at as "acceptedAt", ${by('accepted_by')} as "acceptedBy",
      (select json_agg(json_build_object('link', p.link, 'documentId', p.document_id, 'note', p.note, 'addedAt', p.added_at,
        'returnedAt', p.returned_at))
        from deliverable_proofs p where p.organization_id = c.organization_id and p.deliverable_id = c.id) as proofs
      from deliverables c where c.organization_id = ${organization}`,
  ),
  part(
    'key-dates',
    'Key dates and their calculation.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.title, c.kind, c.rule, c.day, c.lapses_at as "lapsesAt", c.missing,
      c.moved_from as "movedFrom", c.done_at as "doneAt", ${by('done_by')} as "doneBy", c.proof, c.canceled
      from key_dates c where c.organization_id = ${organization}`,
  ),
  part(
    'league-corrections',
    'Your corrections of league days.',
    (organization) => sql`select c.event, c.day, c.corrected_at as "correctedAt", ${by('corrected_by')} as by
      from league_corrections c where c.organization_id = ${organization}`,
  ),
  part(
    'approval-chains',
    'Approval rules.',
    (organization) => sql`select c.kind, c.from_minor as "fromAmountInMinorUnits", c.steps from approval_chains c
      where c.organization_id = ${organization}`,
  ),
  part(
    'deal-timeline',
    'Timelines and notes of deals.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.at, ${by('actor_id')} as by, c.kind, c.text, c.about, c.changes
      from deal_timeline c where c.organization_id = ${organization}`,
  ),
  part(
    'deal-documents',
    'Documents of deals, in the folder "deals" at the given path.',
    (
      organization,
    ) => sql`select c.id, c.deal_id as "dealId", c.kind, c.number, c.name, c.type, c.size, encode(c.sha256, 'hex') as sha256,
      c.added_at as "addedAt", ${by('added_by')} as "addedBy", c.storage_key as "storageKey"
      from deal_documents c where c.organization_id = ${organization}`,
    {
      hidden: ['storageKey'],
      fileOf: ({ id, dealId, name, storageKey }) => ({
        path: `deals/${dealId}/${String(id).slice(-8)} ${storableName(name)}`,
        key: String(storageKey),
      }),
    },
  ),
]
