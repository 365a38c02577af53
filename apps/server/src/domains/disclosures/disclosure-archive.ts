import { sql } from 'kysely'
import { type ArchivePart, storableName } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

export const disclosureExportParts: ArchivePart[] = [
  {
    name: 'disclosures',
    about: 'Reports to clearinghouses, schools and others, with the packet as filed.',
    needs: 'money.view',
    rows: (organization) =>
      sql`select x.id, x.kind, x.title, x.authority, x.state, x.athlete_id as "athleteId", x.deal_id as "dealId",
          x.agreement_id as "agreementId", x.revises_id as "revisesId", x.counts_from as "countsFrom",
          x.counts_at as "countsAt", x.due_on as "dueOn", x.due_at as "dueAt",
          x.due_before as "dueBefore", x.earlier, x.answers, x.fields,
          preparer.name as "preparer", submitter.name as "submitter", x.submitted_at as "submittedAt", x.confirmation,
          x.attested_on as "attestedOn", x.outcome_on as "outcomeOn", x.comment, x.packet, x.packet_hash as "packetHash",
          x.notice_to as "noticeTo", x.notice_mail as "noticeMail", x.notice_at as "noticeAt", x.created_at as "createdAt"
        from disclosures x
        left join ${publicUsers} preparer on preparer.id = x.preparer_id
        left join ${publicUsers} submitter on submitter.id = x.submitter_id and submitter.deleted_at is null
        where x.organization_id = ${organization} order by x.created_at, x.id`.compile(query),
  },
  {
    name: 'attestation-requests',
    about: 'Questions to payors, and their answers.',
    needs: 'money.view',
    rows: (organization) =>
      sql`select r.id, r.disclosure_id as "disclosureId", r.name, r.email, r.asked_on as "askedOn",
          r.mailed_days as "mailedDays", r.mail, r.opened_at as "openedAt", r.answered_at as "answeredAt", r.answer,
          r.closed_at as "closedAt", r.expires_at as "expiresAt", r.set_aside_at as "setAsideAt",
          r.set_aside_reason as "setAsideReason"
        from attestation_requests r where r.organization_id = ${organization} order by r.asked_on, r.id`.compile(query),
  },
  {
    name: 'disclosure-files',
    about: 'Proof of filing. The files are in the folder disclosures.',
    needs: 'money.view',
    rows: (organization) =>
      sql`select f.id, f.disclosure_id as "disclosureId", f.name, f.type, f.size, encode(f.sha256, 'hex') as "sha256",
          f.added_at as "addedAt", f.storage_key
        from disclosure_files f where f.organization_id = ${organization} order by f.added_at, f.id`.compile(query),
    hidden: ['storage_key'],
    fileOf: ({ id, name, storage_key }) => ({
      path: `disclosures/${id} ${storableName(name)}`,
      key: String(storage_key),
    }),
  },
  {
    name: 'disclosure-forms',
    about: 'Labels and order of the fields of packets.',
    needs: 'people.view',
    rows: (organization) =>
      sql`select f.kind, f.fields from disclosure_forms f where f.organization_id = ${organization} order by f.kind`.compile(
        query,
      ),
  },
]
