import { isConcurrent, type Migration, statementsOf } from '../src/persistence/migration-files.ts'

/** Forbidden in an expand: the previous release still runs, and its requests must not wait. */
const FORBIDDEN: [RegExp, string][] = [
  [/\brename\b/, 'renames'],
  [/^alter table .*\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/\bset not null\b/, 'sets not null'],
]

/** Stored expressions and volatile defaults. */
const REWRITES =
  /\bgenerated always as\b.*\bstored\b|\bdefault (gen_random_uuid|uuid\w*|random|clock_timestamp|nextval)\(/

/** Violations of the rules for migrations after the first release. */
export function findViolations(migration: Migration): string[] {
  const statements = statementsOf(withoutBodies(migration.text)).map((statement) => statement.toLowerCase())
  const mixed =
    isConcurrent(migration) && !statements.every((statement) => /\bconcurrently\b/.test(statement))
      ? ['has statements beside those with concurrently']
      : []
  if (migration.kind !== 'expand') return mixed
  const created = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []))
  const replaced = new Set(
    statements.flatMap((one) => [...one.matchAll(/add constraint (\w+) check\b.* not valid/g)].map(([, name]) => name)),
  )
  const found = statements.flatMap((statement) => [
    ...FORBIDDEN.filter(([pattern]) => pattern.test(statement)).map(([, phrase]) => phrase),
    ...[...statement.matchAll(/\bdrop (?!not null)(?:constraint (?:if exists )?(\w+)|\w+)/g)]
      .filter(([, constraint]) => !constraint || !replaced.has(constraint))
      .map(([text]) => `has "${text}"`),
    ...addedColumns(statement)
      .filter((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
      .map(() => 'adds a column that is not null and has no default'),
    ...blocking(statement, created),
  ])
  if (replaced.size > 0 && statements.some((one) => /\bvalidate constraint\b/.test(one))) {
    found.push('validates a constraint in the transaction that adds it')
  }
  return [...mixed, ...found]
}

/** Statements that lock an existing table while they scan or rewrite it. */
function blocking(statement: string, created: ReadonlySet<string>): string[] {
  const index = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/.exec(statement)
  if (index && !index[1] && !created.has(index[2] ?? '')) return ['creates an index without concurrently']
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1]
  if (!table || created.has(table)) return []
  const constraints = clausesOf(statement)
    .filter((clause) => /\badd (constraint \w+ )?(check|foreign key|unique|primary key|exclude)\b/.test(clause))
    .filter((clause) => !/\bnot valid\b|\busing index\b/.test(clause))
    .map(() => 'adds a constraint that is not "not valid"')
  const rewrites = addedColumns(statement)
    .filter((column) => REWRITES.test(column))
    .map(() => 'adds a column that rewrites the table')
  return [...constraints, ...rewrites]
}

function addedColumns(statement: string) {
  if (!statement.startsWith('alter table')) return []
  return clausesOf(statement).filter((clause) => /\badd (?!constraint\b)(column )?\w+ /.test(clause))
}

/** Splits at commas outside of parentheses. */
function clausesOf(statement: string) {
  let depth = 0
  let clauses = ['']
  for (const letter of statement) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) clauses = [...clauses, '']
    else clauses[clauses.length - 1] += letter
  }
  return clauses
}

/** Removes function bodies and string literals. */
function withoutBodies(text: string) {
  return text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/'(?:[^']|'')*'/g, "''")
}
