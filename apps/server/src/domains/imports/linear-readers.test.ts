// slow: every pattern and reader on hundreds of texts; represented by apps/server/src/domains/imports/hostile-cells.test.ts
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ImportMapping, importTargetNames } from '@sherpa/contracts/athlete-import'
import { type DealImportMapping, dealTargetNames } from '@sherpa/contracts/deal-import'
import { readMeasurable } from '@sherpa/contracts/measurable'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { findQuadratic } from '../../../test/linear-time.ts'
import { attributeOf } from '../../tables/read-xml.ts'
import { createRowReader } from '../athletes/import/read-row.ts'
import * as athleteColumns from '../athletes/import/recognize-columns.ts'
import { createRowReader as createDealReader } from '../deals/import/read-row.ts'
import * as dealColumns from '../deals/import/recognize-columns.ts'

/** Texts that are no cells, by the names of parameters. */
const notCells = new Set(['attributes', 'id', 'message', 'path'])

const project = join(import.meta.dirname, '../../../../..')
const folders = ['tables', 'domains/imports', 'domains/athletes/import', 'domains/deals/import'].map(
  (folder) => `apps/server/src/${folder}`,
)
const files = [
  ...folders.flatMap((folder) => readdirSync(join(project, folder)).map((name) => `${folder}/${name}`)),
  'apps/server/src/domains/finances/bank-file.ts',
  ...['athlete', 'currency', 'measurable', 'text'].map((name) => `packages/contracts/src/${name}.ts`),
].filter((file) => file.endsWith('.ts') && !/\.(test|samples)\.ts$/.test(file))

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const parsed = files.map((file) => {
  const source = readFileSync(join(project, file), 'utf8')
  return { file, source, program: parseAst(source, { lang: 'ts' }) as unknown as Node & { body: Node[] } }
})

/** Repetitions after something that the pattern knows, and before something that it does not. */
const hostileTexts = (units: readonly string[], beginnings: readonly string[]) =>
  units.flatMap((unit) =>
    beginnings.map(
      (before) => (length: number) => `${before}${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\n☃`,
    ),
  )
const common = [' ', '1', 'a', 'A', '"', "'", '(', '[', ',', '.', '-', '@', '#', ':', '_', '<', '&', '\n']

function* patternsIn(node: unknown): Generator<RegExp> {
  if (node === null || typeof node !== 'object') return
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  if (regex) yield new RegExp(regex.pattern, regex.flags)
  for (const child of Object.values(node)) yield* patternsIn(child)
}

describe('each pattern takes linear time:', () => {
  test.each(parsed)('$file', async ({ program }) => {
    const found: string[] = []
    for (const pattern of patternsIn(program)) {
      const { source } = pattern
      const matched = common.filter((sign) => sign === ' ' || sign === '1' || sign === 'a' || source.includes(sign))
      const words = [...new Set(source.replace(/\\\w/g, '').match(/[a-z]{2,}/gi) ?? [])].slice(0, 3)
      const pairs = matched.flatMap((one) => matched.flatMap((other) => (one === other ? [] : one + other)))
      const units = [...matched, ...pairs, ...words]
      const all = new RegExp(source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`)
      const hostile = await findQuadratic((text) => text.replace(all, ''), hostileTexts(units, ['', '1', ...words]))
      if (hostile !== undefined) found.push(`${pattern}: ${JSON.stringify(hostile)}`)
    }
    expect(found).toEqual([])
  })
})

/** Arguments by type, and by name for texts that are no cells. */
function argumentFor(name: string, type: string, text: string): unknown {
  if (name === 'today') return '2026-11-19'
  if (name === 'brackets') return '()'
  if (/^string( \| undefined)?$/.test(type)) return text
  if (type === 'boolean') return false
  if (type === 'number') return 100
  if (type === 'Currency') return 'USD'
  if (type === 'SportId | null') return 'football'
  if (/^readonly \w+\[\]$/.test(type)) return []
  throw new Error(`No argument for ${name}: ${type}`)
}

type Parameter = { name: string; type: string }
/** Exported functions whose first parameter is a text. */
const readers = parsed.flatMap(({ file, source, program }) =>
  program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : null
    const functions = declaration?.type === 'FunctionDeclaration' ? [[declaration.id, declaration] as const] : []
    const arrows = ((declaration?.declarations ?? []) as Node[]).flatMap(({ id, init }) =>
      (init as Node | null)?.type === 'ArrowFunctionExpression' ? [[id, init] as const] : [],
    )
    return [...functions, ...arrows].flatMap(([id, code]) => {
      const parameters = ((code as Node).params as (Node & { typeAnnotation?: Node })[]).flatMap(
        ({ type, start, end, typeAnnotation: annotation }): Parameter[] =>
          // Those with defaults keep them.
          type === 'AssignmentPattern' || !annotation
            ? []
            : [
                {
                  name: source.slice(start, Math.min(end, annotation.start)),
                  type: source.slice(annotation.start, annotation.end).replace(/^:\s*/, ''),
                },
              ],
      )
      const { name } = id as { name: string }
      return parameters[0]?.type === 'string' && !notCells.has(parameters[0].name) ? [{ name, file, parameters }] : []
    })
  }),
)

test('finds the readers', () => {
  expect(readers.length).toBeGreaterThan(40)
  expect(readers.map(({ name }) => name)).toContain('splitName')
})

describe('each reader takes linear time:', () => {
  test.each(readers)('$name', async ({ name, file, parameters }) => {
    const module = await import(join(project, file))
    const read = (text: string) =>
      module[name](...parameters.map((parameter) => argumentFor(parameter.name, parameter.type, text)))
    expect(await findQuadratic(read, hostileTexts(common, ['', 'a', '1']))).toBeUndefined()
  })
})

const today = '2026-11-19'
const athletes: Omit<ImportMapping, 'targets'> = {
  values: {},
  defaults: { sport: null, level: 'college', stage: 'prospect' },
  identifier: null,
  duplicates: { identifier: 'fill-empty', email: 'fill-empty', birth: 'fill-empty', name: 'ask' },
  notUnderstood: 'leave-empty',
  dayFirst: false,
  lookAfter: false,
}
const deals: Omit<DealImportMapping, 'targets'> = {
  values: {},
  athletes: {},
  companies: {},
  defaults: { kind: 'sponsorship', currency: 'USD' },
  duplicates: 'skip',
  dayFirst: false,
  decimalComma: false,
}

const cellReaders: [string, (text: string) => unknown][] = [
  ...[...importTargetNames.map(([target]) => target), 'hometown+school' as const].map(
    (target): [string, (text: string) => unknown] => {
      const rules = { columns: ['Last, first'], fields: [], colleagues: [], programs: [], today }
      const read = createRowReader({ ...rules, mapping: { ...athletes, targets: [target] } })
      return [`${target} of an athlete`, (text) => read([text])]
    },
  ),
  ...dealTargetNames.map(([target]): [string, (text: string) => unknown] => {
    const columns = [{ name: 'A', filled: 1, distinct: null }]
    const read = createDealReader({ mapping: { ...deals, targets: [target] }, columns, colleagues: [], today })
    return [`${target} of a deal`, (text) => read([text])]
  }),
  ['an attribute', (text) => attributeOf(text, 'r')],
  ['a heading of athletes', athleteColumns.headings.read],
  ['data of athletes', athleteColumns.headings.looksLikeData],
  ['a column of athletes', (text) => athleteColumns.recognizeColumns([{ name: text, values: [text] }], [], () => true)],
  ['a heading of deals', dealColumns.headings.read],
  ['data of deals', dealColumns.headings.looksLikeData],
  ['a height', (text) => readMeasurable('height', text)],
  ['a weight', (text) => readMeasurable('weight', text)],
]

test.each(cellReaders)('linear time: %s', async (_, read) => {
  expect(await findQuadratic(read, hostileTexts(common, ['', 'a', '1']))).toBeUndefined()
})
