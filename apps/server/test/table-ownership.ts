import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Owner of each table: a domain or an infrastructure folder. Only the owner names it in SQL.
 * Cross-tenant views (`all_…`) and search words (`…_words`) belong to the owner of their table.
 */
export const tablesOf: Record<string, readonly string[]> = {
  accounts: ['users', 'credentials', 'second_factors', 'sessions', 'verifications', 'one_time_links', 'email_changes'],
  archives: ['archives'],
  athletes: [
    'athletes',
    'athlete_assignments',
    'athlete_contact_data',
    'athlete_contact_proposals',
    'athlete_contacts',
    'athlete_eligibility',
    'athlete_measurements',
    'athlete_merges',
    'athlete_pictures',
    'athlete_positions',
    'athlete_social_accounts',
    'athlete_tags',
    'athlete_timeline',
    'athlete_viewers',
    'current_program_members',
    'custom_fields',
    'custom_values',
    'files',
    'file_versions',
    'file_views',
    'guardianships',
    'program_athletes',
    'program_members',
    'programs',
    'sports_in_use',
    'tags',
  ],
  audit: ['audit_events', 'audit_emails', 'audit_values', 'audit_batches', 'audit_unsealed', 'audit_anchors'],
  companies: ['companies', 'company_contacts', 'company_merges', 'company_timeline'],
  compliance: [
    'athlete_compliance',
    'company_associations',
    'company_compliance',
    'compliance_settings',
    'rule_news_opened',
    'school_sponsors',
    'verdict_answers',
    'verdicts',
  ],
  deals: [
    'deals',
    'deal_approvals',
    'deal_documents',
    'deal_link_codes',
    'deal_links',
    'deal_signatures',
    'deal_timeline',
    'deal_version_editors',
    'deal_versions',
    'agreements',
    'agreement_agents',
    'agreement_reminders',
    'approval_chains',
    'deliverables',
    'deliverable_proofs',
    'key_dates',
    'key_date_reminders',
    'league_corrections',
    'payments',
    'payment_schedules',
    'payment_reminders',
    'reminders',
  ],
  tasks: ['tasks', 'task_reminders'],
  disclosures: ['disclosures', 'disclosure_files', 'disclosure_forms', 'disclosure_reminders', 'attestation_requests'],
  demo: ['demo_requests', 'demo_history', 'demo_links', 'demo_notes', 'desk_duty'],
  finances: [
    'bank_imports',
    'bank_lines',
    'accounting_settings',
    'closed_periods',
    'entries',
    'entry_lines',
    'expenses',
    'fee_invoices',
    'fee_invoice_lines',
    'invoice_payments',
    'ledger_month_totals',
    'ledger_totals',
    'payables',
    'payouts',
    'receipts',
    'receipt_allocations',
    'recoupments',
  ],
  imports: ['import_keys', 'import_mappings', 'import_rows', 'imports'],
  licenses: ['licenses', 'license_reminders', 'agent_notices'],
  notifications: ['notifications', 'notification_settings'],
  organizations: ['organizations', 'memberships', 'invitations', 'permission_settings', 'handovers', 'handover_items'],
  plans: ['plans'],
  samples: ['sample_runs'],
  sonar: ['searches'],
  subscriptions: [
    'subscriptions',
    'billing_details',
    'invoices',
    'invoice_files',
    'invoice_numbers',
    'price_offers',
    'tax_exemptions',
  ],
  views: ['saved_views', 'pinned_views', 'view_alerts', 'staff_views', 'pinned_staff_views'],
  files: ['orphaned_files'],
  http: ['idempotency_keys', 'rate_counts'],
  jobs: ['jobs'],
  mail: ['outgoing_mail', 'refused_addresses'],
  persistence: ['auth_secret', 'moved_links', 'repairs', 'servers'],
}

type Use = { by: string; table: string; kind: 'read' | 'write' }

/** Accepted uses of foreign tables. */
export const exceptions: readonly (Use & { reason: string })[] = [
  ...(
    [
      ['read', 'invoices'],
      ['write', 'invoice_numbers'],
    ] as const
  ).map(([kind, table]) => ({
    by: 'persistence',
    table,
    kind,
    reason: 'A copy of an organization holds rows of every domain, and the target continues its invoice numbers.',
  })),
  ...(
    [
      ['write', 'organizations'],
      ['read', 'jobs'],
      ['read', 'outgoing_mail'],
    ] as const
  ).map(([kind, table]) => ({
    by: 'persistence',
    table,
    kind,
    reason: 'A move freezes an organization, waits for its jobs and mail, and says where it is.',
  })),
  ...['users', 'memberships', 'organizations'].map((table) => ({
    by: 'mail',
    table,
    kind: 'read' as const,
    reason: 'Infrastructure imports no domain, and whether mail leaves a sample is decided in the insert itself.',
  })),
  {
    by: 'persistence',
    table: 'users',
    kind: 'read',
    reason: 'Infrastructure imports no domain, and archives of all domains name people in one way.',
  },
  ...['organizations', 'audit_events'].map((table) => ({
    by: 'persistence',
    table,
    kind: 'read' as const,
    reason: 'Copying an organization reads all its tables, by the catalog. Only these two need a name.',
  })),
  {
    by: 'companies',
    table: 'organizations',
    kind: 'read',
    reason: 'An organization renames its own company, so the import goes the other way. The insert copies the name.',
  },
]

const owners = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

export function ownerOf(table: string) {
  return owners.get(table.replace(/^all_|_words$/g, '')) ?? owners.get(table)
}

const source = join(import.meta.dirname, '../src')

/** Tables and views of the migrated database. */
export function knownTables() {
  const schema = readFileSync(join(source, 'persistence/schema.sql'), 'utf8')
  return new Set([...schema.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name))
}

const infrastructure = ['files', 'http', 'jobs', 'live', 'mail', 'pdf', 'persistence', 'tables']

/** Source files of a folder, without tests and samples. */
function filesOf(folder: string) {
  return readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|samples)\.ts$|database-types\.ts$/.test(file))
    .map((file) => join(folder, file))
}

/** All uses of foreign tables. */
export function foreignUses(): (Use & { file: string })[] {
  const domains = readdirSync(join(source, 'domains')).map((name) => ({ by: name, folder: `domains/${name}` }))
  return [...domains, ...infrastructure.map((name) => ({ by: name, folder: name }))].flatMap(({ by, folder }) =>
    filesOf(folder).flatMap((file) =>
      usesIn(readFileSync(join(source, file), 'utf8'))
        .filter(({ table }) => ownerOf(table) !== by)
        .map((use) => ({ ...use, by, file })),
    ),
  )
}

const tables = knownTables()
const CALLS =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin|from|using|published|sql\.table|sql\.raw)\(\s*((?:\[?\s*['"`][^'"`\n]*['"`],?\s*)+)/g
const CLAUSES =
  /\b(insert\s+into|delete\s+from|merge\s+into|update|from|join|using)\s+(?:only\s+)?"?([a-z_]+)\b((?:\s+\w+)?,\s*[a-z_]+\b)*/g
const NAMED = /\btable: ((?:'\w+'(?: \| )?)+)/g

/** Table names in query builder calls and SQL. */
export function usesIn(text: string): Omit<Use, 'by'>[] {
  const code = withoutProse(text)
  const isWrite = (word: string) => /^(insert|update|delete|merge)/i.test(word)
  const found = [
    ...[...code.matchAll(CALLS)].flatMap(([, call = '', names = '']) =>
      [...names.matchAll(/['"`](?:\$\{\w+\})?(\w+)/g)].map(([, table = '']) => ({ table, write: isWrite(call) })),
    ),
    ...[...code.matchAll(CLAUSES)].flatMap(([clause, word = '', table = '']) => [
      { table, write: isWrite(word) },
      ...[...clause.matchAll(/,\s*([a-z_]+)/g)].map(([, other = '']) => ({ table: other, write: false })),
    ]),
    // Lists read their table; dependents are deleted with their record.
    ...[...code.matchAll(NAMED)].flatMap(([, names = '']) =>
      [...names.matchAll(/\w+/g)].map(([table]) => ({ table, write: /\berase:|\bleave:/.test(code) })),
    ),
  ]
  return found
    .filter(({ table }) => tables.has(table))
    .map(({ table, write }) => ({ table, kind: write ? 'write' : 'read' }))
}

const TOKENS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gm

/** Removes comments and prose, which also contain "from". */
function withoutProse(text: string) {
  return text.replaceAll(TOKENS, (token) => {
    if (token.startsWith('/')) return ''
    const isSentence = / /.test(token) && !/^`|^.(select|insert|update|delete|with) | as \w+.$/.test(token)
    return isSentence ? "''" : token
  })
}
