import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests } from '../../test/people.ts'
import { claimTrailHead } from '../domains/audit/audit.ts'
import { sealEvents } from '../domains/audit/seal-events.ts'
import { type Database, inOrganization, inTransaction } from './database.ts'
import { tenantTables } from './tenant-catalog.ts'

const world = platformForTests()

let ours: string
let theirs: string
let serving: Database

/** Except the mail queue, which the worker reads across organizations. */
const isolatedTables = async () => (await tenantTables(world.database)).filter(({ table }) => table !== 'outgoing_mail')

beforeAll(async () => {
  serving = world.serving
  const [one, two] = [await world.people.register(), await world.people.register()]
  ours = await world.people.createOrganization(one, 'Ours')
  theirs = await world.people.createOrganization(two, 'Theirs')
  for (const [owner, organization] of [
    [one, ours],
    [two, theirs],
  ] as const) {
    await owner.ask('POST', `/api/organizations/${organization}/invitations`, {
      email: 'x@agency.example',
      role: 'coach',
    })
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'coach',
      permission: 'billing.view',
      allowed: true,
    })
    await owner.ask(
      'POST',
      '/api/subscriptions/purchase',
      { organization, planId: 'agency-starter', seats: 2 },
      { 'idempotency-key': 'a-key-of-the-form' },
    )
    const { database } = world
    const { rows } = await database.query('select id from subscriptions where organization_id = $1', [organization])
    const [subscription, invoice] = [rows[0].id, randomUUID()]
    await database.query(
      `insert into invoices (id, number, subscription_id, organization_id, billed_to, lines, total_cents, issued_at, due_at)
       values ($1::uuid, $1::uuid::text, $2, $3, 'x', '[]', 1, now(), now())`,
      [invoice, subscription, organization],
    )
    await database.query('insert into invoice_files (invoice_id, organization_id, pdf) values ($1, $2, $3)', [
      invoice,
      organization,
      Buffer.of(1),
    ])
    await database.query(
      `insert into price_offers (organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
       values ($1, $2, 'agency-starter', 1, now(), $3)`,
      [organization, subscription, owner.id],
    )
    await database.query(
      "insert into notifications (organization_id, user_id, kind) values ($1, $2, 'price-offered')",
      [organization, owner.id],
    )
    await database.query('insert into tax_exemptions values ($1, now(), $2)', [organization, owner.id])
    const view = { list: 'members', name: 'Agents', address: 'role=agent', shared: true }
    const saved = await owner.ask('POST', `/api/organizations/${organization}/views`, view)
    await owner.ask('PUT', `/api/organizations/${organization}/views/${saved.json().id}/pin`)
    await owner.ask('PUT', `/api/organizations/${organization}/views/${saved.json().id}/alert`)
    await owner.ask('POST', `/api/organizations/${organization}/sonar/history`, { question: 'late payments' })
    const { rows: athletes } = await database.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, gen_random_uuid(), 'Theo', 'Lind', 'college', 'signed') returning id`,
      [organization],
    )
    await database.query(
      `with tag as (insert into tags (organization_id, name) values ($1, 'NIL') returning id),
       field as (insert into custom_fields (organization_id, name, kind) values ($1, 'Shoe size', 'text') returning id),
       contact as (insert into athlete_contacts (organization_id, athlete_id, name, relation, reach)
         values ($1, $2, 'Mari', 'parent', 'full')),
       measured as (insert into athlete_measurements (organization_id, athlete_id, kind, value, measured_on)
         values ($1, $2, 'height', 180, now())),
       guardian as (insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at)
         values ($1, $2, 'full', $3, now())),
       eligible as (insert into athlete_eligibility (organization_id, athlete_id, season, status, checked_on)
         values ($1, $2, '2026', 'eligible', now())),
       sized as (insert into athlete_contact_data values ($1, $2, 'shoeSize', '11')),
       proposed as (insert into athlete_contact_proposals values ($1, $2, '{}', now())),
       social as (insert into athlete_social_accounts values ($1, $2, 'x', 'theo', 1)),
       timeline as (insert into athlete_timeline (organization_id, athlete_id, kind) values ($1, $2, 'added')),
       assigned as (insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)),
       program as (insert into programs (organization_id, name) values ($1, 'Rowing') returning id),
       rower as (insert into program_athletes (organization_id, program_id, athlete_id, starts_on) select $1, id, $2, now() from program),
       rowing_coach as (insert into program_members (organization_id, program_id, user_id, starts_on) select $1, id, $3, now() from program),
       sport as (insert into sports_in_use values ($1, 'football')),
       merged as (insert into athlete_merges (organization_id, athlete_id, other_id, moved) values ($1, $2, $2, '{}')),
       picture as (insert into athlete_pictures (organization_id, id, athlete_id, type, storage_key, size)
         values ($1, gen_random_uuid(), $2, 'image/png', gen_random_uuid(), 1)),
       file as (insert into files (organization_id, id, athlete_id, name, type)
         values ($1, gen_random_uuid(), $2, 'A.pdf', 'application/pdf') returning id),
       version as (insert into file_versions (organization_id, id, file_id, number, storage_key, size, sha256)
         select $1, gen_random_uuid(), id, 1, id, 1, '' from file returning id),
       viewed as (insert into file_views (organization_id, id, version_id, user_id) select $1, gen_random_uuid(), id, $3 from version),
       tagged as (insert into athlete_tags select $1, $2, id from tag),
       positioned as (insert into athlete_positions values ($1, 'football.quarterback', $2))
       insert into custom_values (organization_id, athlete_id, field_id, text_value) select $1, $2, id, '9.5' from field`,
      [organization, athletes[0].id, owner.id],
    )
    await database.query(
      `with imported as (insert into imports (organization_id, id, name, state)
         values ($1, gen_random_uuid(), 'roster.csv', 'mapping') returning id),
       remembered as (insert into import_mappings (organization_id, headers, mapping) values ($1, 'x', '{}')),
       keyed as (insert into import_keys (organization_id, import_id, key, line) select $1, id, 'x', 1 from imported)
       insert into import_rows (organization_id, import_id, line, cells) select $1, id, 1, '[]' from imported`,
      [organization],
    )
    await database.query("insert into archives (organization_id, id, state) values ($1, gen_random_uuid(), 'failed')", [
      organization,
    ])
    await database.query(
      `with company as (insert into companies (organization_id, id, name, kind)
         values ($1, gen_random_uuid(), 'Halden Sportswear', 'brand') returning id),
       contact as (insert into company_contacts (organization_id, id, company_id, name)
         select $1, gen_random_uuid(), id, 'Sofia Reyes' from company),
       logged as (insert into company_timeline (organization_id, id, company_id, kind)
         select $1, gen_random_uuid(), id, 'call' from company),
       merged as (insert into company_merges (organization_id, company_id, other_id, moved) select $1, id, id, '{}' from company),
       agreement as (insert into agreements (organization_id, id, athlete_id, starts_on, scope, fees)
         values ($1, gen_random_uuid(), $2, now(), '{nil}', '{}') returning id),
       agent as (insert into agreement_agents select $1, id, $3 from agreement),
       ending as (insert into agreement_reminders (organization_id, agreement_id, day, days_before)
         select $1, id, '2027-01-01', 90 from agreement),
       chain as (insert into approval_chains (organization_id, id, steps) values ($1, gen_random_uuid(), '[]')),
       corrected as (insert into league_corrections (organization_id, event, day) values ($1, 'nfl-draft', now())),
       deal as (insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, currency, athlete_name, company_name)
         select $1, gen_random_uuid(), $2, id, 'nil', 'Fall line', 'draft', 'USD', 'Theo Lind', 'Halden Sportswear' from company
         returning id),
       version as (insert into deal_versions (organization_id, deal_id, number, stage, terms, title, company_id)
         select $1, deal.id, 1, 'draft', '{}', 'Fall line', company.id from deal, company returning deal_id),
       editor as (insert into deal_version_editors select $1, deal_id, 1, $3 from version),
       repair as (insert into repairs (organization_id, name) values ($1, 'deals')),
       approval as (insert into deal_approvals (organization_id, id, deal_id, number, step, step_name, needs, user_id)
         select $1, gen_random_uuid(), deal_id, 1, 1, 'Compliance', 'all', $3 from version),
       signature as (insert into deal_signatures (organization_id, id, deal_id, number, side, method, signer_name, hash)
         select $1, gen_random_uuid(), deal_id, 1, 'athlete', 'paper', 'Theo Lind', '' from version),
       link as (insert into deal_links (organization_id, deal_id, number, purpose, token_hash, name, email, sent_at)
         select $1, deal_id, 1, 'signature', sha256(deal_id::text::bytea), 'Sofia', 'sofia@halden.example', now() from version
         returning id),
       code as (insert into deal_link_codes (organization_id, link_id, code_hash, sent_at) select $1, id, '', now() from link),
       document as (insert into deal_documents (organization_id, id, deal_id, kind, name, type, storage_key, size, sha256)
         select $1, gen_random_uuid(), id, 'document', 'A.pdf', 'application/pdf', id::text, 1, '' from deal),
       payment as (insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, currency, amount_minor, state)
         select $1, gen_random_uuid(), id, $2, 'a', 1, 'Fee', 'base', 'USD', 1, 'expected' from deal),
       deliverable as (insert into deliverables (organization_id, id, deal_id, athlete_id, rule_id, position, title, state)
         select $1, gen_random_uuid(), id, $2, 'a', 1, 'Post', 'planned' from deal returning id),
       proof as (insert into deliverable_proofs (organization_id, id, deliverable_id, link)
         select $1, gen_random_uuid(), id, 'https://x.example' from deliverable),
       key_date as (insert into key_dates (organization_id, id, deal_id, athlete_id, rule_id, title, kind, rule)
         select $1, gen_random_uuid(), id, $2, 'a', 'Option', 'option', '{}' from deal returning id),
       reminder as (insert into key_date_reminders (organization_id, key_date_id, day, days_before) select $1, id, now(), 7 from key_date),
       reminded as (insert into reminders (organization_id, deal_id, record_id, user_id, day, sent_at)
         select $1, id, id, $3, now(), now() from deal),
       license as (insert into licenses (organization_id, id, user_id, state, number, starts_on)
         values ($1, gen_random_uuid(), $3, 'TX', '1042', now()) returning id),
       license_reminder as (insert into license_reminders (organization_id, license_id, day, days_before)
         select $1, id, '2027-01-01', 60 from license),
       notice as (insert into agent_notices (organization_id, id, athlete_id, agent, received_on)
         values ($1, gen_random_uuid(), $2, 'Dana Whitfield', now())),
       task as (insert into tasks (organization_id, id, title) values ($1, gen_random_uuid(), 'Call the club')),
       disclosure as (insert into disclosures (organization_id, id, kind, athlete_id, deal_id, name, due_on, due_at)
         select $1, gen_random_uuid(), 'nil-go', $2, id, 'Fall line', now(), now() from deal returning id),
       disclosure_file as (insert into disclosure_files (organization_id, id, disclosure_id, name, type, storage_key, size, sha256)
         select $1, gen_random_uuid(), id, 'Proof.pdf', 'application/pdf', 'proof-' || id, 1, '' from disclosure),
       attestation as (insert into attestation_requests (organization_id, id, disclosure_id, token_hash, name, email, asked_on)
         select $1, gen_random_uuid(), id, uuid_send(id), 'Dana Whitlock', 'dana@brand.example', now() from disclosure),
       disclosure_reminder as (insert into disclosure_reminders select $1, id, now(), 1 from disclosure),
       disclosure_form as (insert into disclosure_forms (organization_id, kind, fields) values ($1, 'nil-go', '[]')),
       task_reminder as (insert into task_reminders values ($1, $3, now())),
       handover as (insert into handovers (organization_id, person_id) values ($1, $3) returning id),
       handed_over as (insert into handover_items (organization_id, handover_id, kind, record_id, receiver_id)
         select $1, id, 'tasks', gen_random_uuid(), $3 from handover),
       of_athlete as (insert into athlete_compliance (organization_id, athlete_id) values ($1, $2)),
       of_company as (insert into company_compliance (organization_id, company_id) select $1, id from company),
       association as (insert into company_associations (organization_id, id, company_id, school_id, reason, added_at)
         select $1, gen_random_uuid(), id, id, 'Owns it', now() from company),
       compliance as (insert into compliance_settings (organization_id) values ($1)),
       sponsor as (insert into school_sponsors (organization_id, id, name) values ($1, gen_random_uuid(), 'Tarn')),
       verdict as (insert into verdicts (organization_id, deal_id, number, rule, rule_version, state, sentence, missing, uses_amount,
         input_hash, since, judged_at) select $1, deal_id, 1, 'fee-cap', 1, 'fine', '', '{}', true, '', now(), now() from version),
       answer as (insert into verdict_answers (organization_id, id, deal_id, number, rule, rule_version, reason, answered_at)
         select $1, gen_random_uuid(), deal_id, 1, 'fee-cap', 1, 'Agreed', now() from version),
       opened as (insert into rule_news_opened values ($1, $3, now())),
       setting as (insert into notification_settings values ($1, $3, 'signature-asked', 'digest'))
       insert into deal_timeline (organization_id, id, deal_id, kind) select $1, gen_random_uuid(), id, 'added' from deal`,
      [organization, athletes[0].id, owner.id],
    )
    await database.query(
      `with deal as (select id from deals where organization_id = $1),
       payment as (select id from payments where organization_id = $1),
       accounting as (insert into accounting_settings (organization_id) values ($1)),
       closed as (insert into closed_periods (organization_id, through) values ($1, '2020-12-31')),
       imported as (insert into bank_imports (organization_id, id, name, currency, mapping, lines, added)
         values ($1, gen_random_uuid(), 'bank.csv', 'USD', '{}', 1, 1) returning id),
       line as (insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint,
         occurrence, state) select $1, gen_random_uuid(), id, now(), 'USD', 1, 'x', '', '', 1, 'open' from imported),
       receipt as (insert into receipts (organization_id, id, received_on, payer, currency, amount_minor)
         values ($1, gen_random_uuid(), now(), 'x', 'USD', 1) returning id),
       entry as (insert into entries (organization_id, id, cause, occurred_on, posted_on, receipt_id)
         select $1, gen_random_uuid(), 'receipt', '2026-01-05', '2026-01-05', id from receipt returning id, receipt_id),
       line_of_entry as (insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, posted_on)
         select $1, id, n, case n when 1 then 'bank' else 'fees' end, 'USD', n, '2026-01-05' from entry, unnest(array[-1, 1]) n),
       allocation as (insert into receipt_allocations (organization_id, id, receipt_id, deal_id, athlete_id, amount_minor, currency, income,
         deal_version, entry_id) select $1, gen_random_uuid(), receipt_id, deal.id, $2, 1, 'USD', 'nil', 1, entry.id from entry, deal returning id, entry_id),
       expense as (insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, paid_by, state)
         values ($1, gen_random_uuid(), now(), 'travel', 'x', 'USD', 1, 'organization', 'approved') returning id),
       recoupment as (insert into recoupments (organization_id, id, expense_id, allocation_id, base_minor, amount_minor, entry_id)
         select $1, gen_random_uuid(), expense.id, allocation.id, 1, 1, entry_id from expense, allocation),
       payout as (insert into payouts (organization_id, id, paid_on, expense_id, currency, amount_minor)
         select $1, gen_random_uuid(), now(), id, 'USD', 1 from expense),
       invoice as (insert into fee_invoices (organization_id, id, number, athlete_id, issued_on, due_on, currency, total_minor, seller, buyer,
         state) values ($1, gen_random_uuid(), 'F-1', $2, now(), now(), 'USD', 1, '{}', '{}', 'open') returning id),
       invoice_line as (insert into fee_invoice_lines (organization_id, invoice_id, position, title, amount_minor, allocation_id)
         select $1, invoice.id, 1, 'Fee', 1, allocation.id from invoice, allocation),
       paid as (insert into invoice_payments (organization_id, id, invoice_id, paid_on, amount_minor)
         select $1, gen_random_uuid(), id, now(), 1 from invoice),
       schedule as (insert into payment_schedules (organization_id, deal_id, rule_id, template, installments, changed_at)
         select $1, id, 'base-2026', 'own', '[]', now() from deal)
       insert into payment_reminders (organization_id, id, payment_id, sent_to) select $1, gen_random_uuid(), id, 'x' from payment`,
      [organization, athletes[0].id],
    )
    // Sealed, and one that waits.
    await inOrganization(organization, async () => {
      await sealEvents(serving, organization, () => new Date())
      await claimTrailHead(serving, organization, { now: new Date(), before: new Date(0) })
    })
    await owner.ask('PATCH', `/api/organizations/${organization}`, {
      name: organization === ours ? 'Ours' : 'Theirs',
      kind: 'team',
    })
    await inOrganization(organization, () => serving.query("insert into jobs (name, data) values ('any', '{}')"))
  }
})

const neverChanged = new Set([
  'audit_anchors',
  'audit_batches',
  'audit_events',
  'audit_unsealed',
  'audit_values',
  'entries',
  'entry_lines',
  'receipt_allocations',
  'recoupments',
  'ledger_totals',
  'ledger_month_totals',
])

describe('a query without tenant condition', () => {
  test('finds nothing without tenant context in any table', async () => {
    for (const { table, column } of await isolatedTables()) {
      const { rows } = await serving.query(`select ${column} as organization from ${table}`)
      expect([table, rows.filter(({ organization }) => organization !== null)]).toEqual([table, []])
    }
  })

  test('finds only rows of its tenant in every table', async () => {
    for (const { table, column } of await isolatedTables()) {
      const { rows } = await inOrganization(ours, () =>
        serving.query(`select distinct ${column} as organization from ${table} where ${column} is not null`),
      )
      expect([table, rows]).toEqual([table, [{ organization: ours }]])
    }
  })

  test('updates nothing of another organization', async () => {
    const writable = (await isolatedTables()).filter(({ table }) => !neverChanged.has(table))
    for (const { table, column } of writable) {
      const touched = await inOrganization(randomUUID(), () =>
        serving.query(`update ${table} set ${column} = ${column}`),
      )
      expect([table, touched.rowCount]).toEqual([table, 0])
    }
  })
})

test('rejects an insert into another organization', async () => {
  const write = inOrganization(ours, () =>
    serving.query("insert into permission_settings values ($1, 'agent', 'people.view', false)", [theirs]),
  )
  await expect(write).rejects.toThrow('row-level security')
})

test('rejects references between organizations', async () => {
  const { rows } = await world.database.query('select id from subscriptions where organization_id = $1', [theirs])
  const mixed = world.database.query(
    `insert into price_offers (organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
     values ($1, $2, 'agency-starter', 1, now(), (select id from users limit 1))`,
    [ours, rows[0].id],
  )
  await expect(mixed).rejects.toThrow('foreign key')
})

test('every key of a tenant table starts with the organization, except lookups by secret or global number', async () => {
  const { rows } = await world.database.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
     where i.indisunique and c.relnamespace = 'public'::regnamespace and first.attname <> 'organization_id'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'attestation_requests_token_hash_key',
    'audit_events_pkey',
    'deal_links_token_hash_key',
    'guardianships_token_hash_key',
    'invitations_token_hash_key',
    'invoices_number_key',
    'jobs_pkey',
    'outgoing_mail_pkey',
  ])
})

/** Without `security_invoker` a view runs as its owner and bypasses row-level security. */
test('only all_… views bypass row-level security', async () => {
  const bypassing = `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
    and not relname ^@ 'all_' and coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}' is not true`
  expect((await world.database.query(bypassing)).rows).toEqual([])
  await inTransaction(world.database, async (client) => {
    await client.query('create view some_invitations as select * from invitations')
    expect((await client.query(bypassing)).rows).toEqual([{ relname: 'some_invitations' }])
    await client.query('rollback and chain')
  })
})

test('pooled connections do not leak their tenant', async () => {
  await Promise.all(Array.from({ length: 30 }, () => inOrganization(ours, () => serving.query('select 1'))))
  const seen = await Promise.all(
    Array.from({ length: 30 }, async (_, turn) => {
      const organization = turn % 2 ? theirs : randomUUID()
      const { rows } = await inOrganization(organization, () => serving.query('select id from organizations'))
      return rows.every(({ id }) => id === organization)
    }),
  )
  expect(seen).toEqual(Array(30).fill(true))
})

describe('the serving role', () => {
  test.each([
    'create table x (id int)',
    'alter table users add column x int',
    'drop table sessions',
    'truncate audit_events',
    "update audit_events set event = 'nothing'",
    'delete from audit_events',
    "update audit_values set after = 'nothing'",
    'delete from audit_values',
    'delete from audit_unsealed',
    'insert into audit_unsealed select gen_random_uuid(), gen_random_uuid()',
    "update audit_batches set root = ''",
    'delete from audit_batches',
    "insert into audit_batches values (gen_random_uuid(), 1, now(), 0, '{}', '', '', '')",
    'delete from audit_anchors',
    'delete from migrations',
    'delete from all_invitations',
    'alter table memberships disable row level security',
    'alter table jobs add column x int',
    'drop table jobs',
    'create schema x',
    'delete from all_jobs',
  ])('may not: %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('owns nothing', async () => {
    const { rows } = await serving.query(
      'select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user',
    )
    expect(rows).toEqual([])
  })
})

test('a failed tenant transaction is rolled back', async () => {
  const work = inOrganization(ours, () =>
    inTransaction(serving, async (client) => {
      await client.query("update organizations set name = 'Gone'")
      throw new Error('no')
    }),
  )
  await expect(work).rejects.toThrow('no')
  const { rows } = await world.database.query('select name from organizations where id = $1', [ours])
  expect(rows).toEqual([{ name: 'Ours' }])
})
