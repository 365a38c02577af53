import { createHash } from 'node:crypto'
import type { BankLineRead } from '@sherpa/contracts/bank-import'
import type { NumberedRow } from '../../tables/read-table.ts'
import { beginningOf, plain } from '../../tables/read-text.ts'
import {
  findMissingColumn,
  isDayFirst,
  type ReadOptions,
  type Role,
  readBankFile,
  readBankRow,
  recognizeBankColumns,
} from './bank-file.ts'

/** Rows sampled to recognize columns. */
const SAMPLE_ROWS = 200
const LONGEST_SAMPLE = 200

/** A line with its fingerprint; identical lines of one file are numbered. */
export type NewLine = BankLineRead & { fingerprint: string; occurrence: number }
/** What is not chosen is recognized. */
type Choices = Pick<ReadOptions, 'currency' | 'today'> & {
  roles: readonly Role[] | undefined
  dayFirst: boolean | undefined
}

/** Runs in a thread. */
export const tasks = {
  async readHeader(path: string) {
    const { columns, hasHeader } = await readBankFile(path)
    return { columns, hasHeader }
  },

  async readLines(path: string, { roles: chosen, dayFirst, currency, today }: Choices) {
    const { columns: names, hasHeader, rows } = await readBankFile(path)
    const sample = rows.slice(0, SAMPLE_ROWS)
    const columns = names.map((name, at) => ({
      name,
      values: sample.map(({ cells }) => beginningOf(cells[at] ?? '', LONGEST_SAMPLE)),
    }))
    const roles = chosen?.length === columns.length ? [...chosen] : recognizeBankColumns(columns)
    const dates = columns[roles.indexOf('date')]?.values ?? []
    const options = { roles, dayFirst: dayFirst ?? isDayFirst(dates), currency, today }
    const missing = findMissingColumn(roles)
    const read = missing ? { lines: [], outgoing: 0, problems: [] } : parseRows(rows, options)
    return { columns, hasHeader, roles, dayFirst: options.dayFirst, missing, count: rows.length, ...read }
  },
}

type Problem = { row: number; message: string }

/** Parses all rows: lines, the number of outgoing ones, and problems. */
function parseRows(rows: readonly NumberedRow[], options: ReadOptions) {
  const lines: NewLine[] = []
  const problems: Problem[] = []
  const occurrences = new Map<string, number>()
  let outgoing = 0
  for (const { number, cells } of rows) {
    const line = readBankRow(cells, options)
    if ('problem' in line) {
      problems.push({ row: number, message: line.problem })
      continue
    }
    if (line.amountMinor < 0) outgoing++
    const fingerprint = computeFingerprint(line)
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1
    occurrences.set(fingerprint, occurrence)
    lines.push({ ...line, fingerprint, occurrence })
  }
  return { lines, outgoing, problems }
}

/** Ignores case and spaces: some banks format the same line differently in another file. */
function computeFingerprint({ bookedOn, amountMinor, currency, payer, reference }: BankLineRead) {
  const content = [bookedOn, amountMinor, currency, plain(payer), plain(reference)]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
