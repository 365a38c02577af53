import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { NamedOperation as Operation } from '@sherpa/contracts/operation'
import { expect, test } from 'vitest'
import { exceptions, foreignUses, knownTables, ownerOf, tablesOf, usesIn } from '../test/table-ownership.ts'

const project = resolve(import.meta.dirname, '../../..')
const server = join(project, 'apps/server/src')

/** Every source file below a folder of the project. */
function sourcesBelow(folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'build', '.react-router'].includes(entry.name) ? [] : sourcesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [join(project, path)] : []
  })
}

/** Imports of a file: project paths and package names. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...specifiers].map(([, specifier = '']) =>
    specifier.startsWith('.') ? relative(project, resolve(dirname(file), specifier)) : specifier,
  )
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Imports that break a rule, as "from → to". */
function findViolations(files: string[], breaks: (from: string, to: string) => boolean) {
  return files.flatMap((file) => {
    const from = relative(project, file)
    return importsOf(file)
      .filter((to) => breaks(from, to))
      .map((to) => `${from} → ${to}`)
  })
}

/** Exports, downloads and log-ins, which change no record. */
const readers = /(export-\w+|archives|statements|sessions|sign-in|audit)\.ts$/

test('a change and its event in the activity are in one transaction', () => {
  const outside = sourcesBelow('apps/server/src').filter(
    (file) => !isTest(file) && /recordEvent\(\s*(?:database|own|parts\.database)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(outside.map((file) => relative(server, file)).filter((file) => !readers.test(file))).toEqual([])
})

const appOf = (path: string) => /^apps\/(\w+)\//.exec(path)?.[1]
const domainOf = (path: string) => /^apps\/server\/src\/domains\/([\w-]+)\//.exec(path)?.[1]

test('packages never import apps, and apps never import each other', () => {
  const packages = findViolations(sourcesBelow('packages'), (_, to) => appOf(to) !== undefined)
  const apps = findViolations(
    sourcesBelow('apps').filter((file) => !isTest(file)),
    (from, to) => appOf(to) !== undefined && appOf(from) !== appOf(to),
  )
  expect([...packages, ...apps]).toEqual([])
})

test('packages import only contracts, and contracts imports no other package', () => {
  const own = (to: string) => /^@sherpa\/([\w-]+)/.exec(to)?.[1]
  const violations = findViolations(sourcesBelow('packages'), (from, to) => {
    const target = own(to)
    return target !== undefined && (target !== 'contracts' || from.startsWith('packages/contracts/'))
  })
  expect(violations).toEqual([])
})

test('infrastructure imports no domain', () => {
  const folders = ['http', 'live', 'mail', 'jobs', 'files', 'pdf', 'tables', 'persistence']
  const files = folders.flatMap((folder) => sourcesBelow(`apps/server/src/${folder}`)).filter((file) => !isTest(file))
  expect(findViolations(files, (_, to) => domainOf(to) !== undefined)).toEqual([])
})

test('a domain imports another domain only through its public file', () => {
  const files = sourcesBelow('apps/server/src/domains').filter((file) => !isTest(file))
  const violations = findViolations(files, (from, to) => {
    const [own, other] = [domainOf(from), domainOf(to)]
    return other !== undefined && other !== own && !to.endsWith(`/${other}/${other}.ts`)
  })
  expect(violations).toEqual([])
})

test('each table has one owner, and only its owner names it in SQL', () => {
  const known = knownTables()
  const unowned = [...known].filter((table) => ownerOf(table) === undefined)
  const owned = Object.values(tablesOf).flat()
  expect({ unowned, gone: owned.filter((table) => !known.has(table)) }).toEqual({ unowned: [], gone: [] })
  expect(owned).toHaveLength(new Set(owned).size)

  const nameOf = ({ by, kind, table }: (typeof exceptions)[number]) => `${by}: ${kind} of ${table}`
  const allowed = new Set(exceptions.map(nameOf))
  const uses = foreignUses().map((use) => ({ ...use, name: nameOf({ ...use, reason: '' }) }))
  expect(uses.filter(({ name }) => !allowed.has(name)).map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  const needed = new Set(uses.map(({ name }) => name))
  expect([...allowed].filter((name) => !needed.has(name))).toEqual([])
})

test('detects table reads and writes in query builder calls and SQL', () => {
  const found = (source: string) => usesIn(source).map(({ kind, table }) => `${kind} ${table}`)
  expect(found("query.selectFrom('deals as d').leftJoin('users as u', 'u.id', 'd.lead_id')")).toEqual([
    'read deals',
    'read users',
  ])
  expect(found("query.updateTable('payments').set({ state })")).toEqual(['write payments'])
  expect(found("query\n.selectFrom(['users as u', 'organizations as o'])")).toEqual([
    'read users',
    'read organizations',
  ])
  expect(found(`query.selectFrom(\`\${all}invoices as i\`)`)).toEqual(['read invoices'])
  expect(found('sql`insert into payouts select * from payments p join deals d on true`')).toEqual([
    'write payouts',
    'read payments',
    'read deals',
  ])
  expect(found(`sql\`select \${sql\`(select 1 from tags)\`} from athletes a, companies c\``)).toEqual([
    'read tags',
    'read athletes',
    'read companies',
  ])
  expect(found("client.query('delete from jobs where id = $1', [id])")).toEqual(['write jobs'])
  expect(found("title: 'Remove names from invoices'")).toEqual([])
  expect(found('/** What comes from payments. */')).toEqual([])
})

test('only the adapter imports better-auth, and only its public files are imported', () => {
  const adapter = 'apps/server/src/domains/accounts/better-auth/'
  const offered = ['authentication.ts', 'encrypted-factors.ts', 'stored-credentials.ts'].map((file) => adapter + file)
  const violations = findViolations(
    ['apps', 'packages', 'e2e', 'bench', 'scripts'].flatMap(sourcesBelow),
    (from, to) =>
      !from.startsWith(adapter) &&
      (/^@?better-auth(\/|$)/.test(to) || (to.startsWith(adapter) && !offered.includes(to))),
  )
  expect(violations).toEqual([])
})

const runtimeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^import type /.test(line))
    .join('\n')

test('the server has no import cycles', () => {
  const files = new Set(sourcesBelow('apps/server/src').filter((file) => !isTest(file)))
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    const at = path.indexOf(file)
    if (at !== -1) {
      cycles.push([...path.slice(at), file].map((one) => relative(server, one)).join(' → '))
      return
    }
    if (done.has(file)) return
    for (const [, specifier = ''] of runtimeOf(file).matchAll(/^(?:import|export)[^'"]*?from '(\.[^']+)'/gm)) {
      const target = resolve(dirname(file), specifier)
      if (files.has(target)) visit(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

test('what reads files in threads asks no database', () => {
  const programs = sourcesBelow('apps/server/src')
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\binThread<.*?>\(new URL\('(.+?)'/g)].map(([, program = '']) =>
        resolve(dirname(file), program),
      ),
    )
  expect(programs.map((file) => relative(server, file)).sort()).toEqual([
    'domains/athletes/import/athlete-tasks.ts',
    'domains/deals/import/deal-tasks.ts',
    'domains/finances/bank-tasks.ts',
  ])
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, specifier = ''] of runtimeOf(file).matchAll(/^(?:import|export)[^'"]*?from '([^']+)'/gm)) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier))
      else reached.add(specifier)
    }
  }
  for (const program of programs) visit(program)
  const impure = [...reached].filter((one) => /\/(persistence|http|jobs|mail|live)\/|^(pg|kysely|fastify)$/.test(one))
  expect(impure).toEqual([])
})

/** Conditions are joined with "and": without parentheses an "or" would escape its condition. */
test('SQL conditions with “or” are parenthesized', () => {
  const violations = sourcesBelow('apps/server/src')
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const conditions = readFileSync(file, 'utf8').matchAll(/sql<boolean>`((?:[^`$]|\$\{(?:[^{}`]|`[^`]*`)*\}|\$)*)`/g)
      return [...conditions]
        .filter(([, text = '']) => /\bor\b/.test(outsideOfParentheses(text)))
        .map(([, text]) => `${relative(project, file)}: ${text}`)
    })
  expect(violations).toEqual([])
})

function outsideOfParentheses(text: string): string {
  const shorter = text.replaceAll(/\$\{[^{}]*\}/g, '').replaceAll(/\([^()]*\)/g, '')
  return shorter === text ? text : outsideOfParentheses(shorter)
}

/** A live update in the meantime would remove the answer of a request that nobody subscribed to. */
test('single questions are asked with readOnce', async () => {
  const contracts = join(project, 'packages/contracts/src')
  const files = readdirSync(contracts).filter((name) => name.endsWith('-operations.ts'))
  const modules: object[] = await Promise.all(files.map((name) => import(join(contracts, name))))
  const operations = modules.flatMap((module) => Object.values(module)).flatMap(Object.values<Operation>)
  const isRead = ({ method, reads, changes, answer }: Operation) =>
    !answer.type && (method === 'GET' || (reads && !changes))
  const changes = new Set(operations.filter((one) => !isRead(one)).map(({ name }) => name))
  const violations = ['apps/platform/app', 'apps/site/app', 'packages/api-client/src']
    .flatMap(sourcesBelow)
    .filter((file) => !isTest(file) && !file.endsWith('/read-once.ts'))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const asked = [...source.matchAll(/(\w+)\.initiate\(/g)].map(([, name = '']) => name)
      const bare = source.match(/subscribe: false|useLazy\w+Query/g) ?? []
      return [...asked.filter((name) => !changes.has(name)), ...bare].map((one) => `${relative(project, file)}: ${one}`)
    })
  expect(violations).toEqual([])
})

/**
 * `record[word]` and `word in record` find inherited names such as "constructor". Records that are keyed by text are
 * therefore read through `ownValue`, and only written by index.
 */
test('words are looked up with ownValue', () => {
  const files = ['apps/server/src', 'apps/platform/app', 'apps/site/app', 'packages']
    .flatMap(sourcesBelow)
    .filter((file) => !isTest(file) && !/(\.samples|own-value)\.ts$/.test(file))
  const sources = files.map((file): [string, string] => [relative(project, file), readFileSync(file, 'utf8')])
  const all = sources.map(([, source]) => source).join('\n')
  const namesIn = (source: string, pattern: string) =>
    [...source.matchAll(new RegExp(pattern, 'g'))].map(([, name = '']) => name)
  const record = '(?:Partial<|Readonly<)*Record<string,'
  const arrays = new Set(namesIn(all, String.raw`(\w+)\??: [^=\n,]*\[\]`))
  const exported = namesIn(all, String.raw`export const (\w+): ${record}`)
  const fields = namesIn(all, String.raw`(?<!const )\b(\w+)\??: ${record}`).filter((name) => !arrays.has(name))
  const violations = sources.flatMap(([file, source]) => {
    const own = [`\\b(\\w+)\\??: ${record}`, `\\b(\\w+) = [^\\n]* as ${record}`].flatMap((at) => namesIn(source, at))
    const names = [...new Set([...own, ...exported])].filter((name) => !arrays.has(name)).join('|')
    const key = String.raw`(?:\?\.)?\[(?!['"\d\]])[^\]]*\](?! =[^=])`
    const lookUps = [
      String.raw`(?<!\.|\w)(?:${names})${key}`,
      String.raw`(?<!delete \w*)\.(?:${fields.join('|')})${key}`,
      String.raw`as ${record}[^)\n]*\)\[`,
      String.raw`(?<=[(!]|[=>|&] )[\w.]+ in (?!an? )\w+`,
      // A cast key that may be unknown.
      String.raw`\w\[[\w.]+ as [^\]\n]+\](?= \?\?|\?\.| as .*undefined)`,
    ]
    const code = source
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '')
      .replace(/`[^`]*`/g, (text) => namesIn(text, '\\$\\{([^}]*)').join(' '))
    return namesIn(code, `(${lookUps.join('|')})`).map((found) => `${file}: ${found}`)
  })
  expect(violations).toEqual([])
})
