import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { ERROR_HEADING } from './error-heading.ts'
import type { RowProblem } from './importable.ts'

type FailedRows = {
  columns: string[]
  /** Columns of the file, without the one of earlier errors. */
  kept: number[]
  rows: AsyncIterable<{ cells: string[]; problems: RowProblem[] }[]>
}

/** The failed rows as a file, with what is wrong in a last column. */
export function sendFailedRows(reply: FastifyReply, { columns, kept, rows }: FailedRows) {
  return reply
    .header('Content-Disposition', 'attachment; filename="rows-not-imported.csv"')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(writeLines()))

  async function* writeLines() {
    yield BYTE_ORDER_MARK + csvLine([...kept.map((at) => columns[at]), ERROR_HEADING])
    for await (const batch of rows) {
      const csvLines = batch.map(({ cells, problems }) =>
        csvLine([
          ...kept.map((at) => cells[at]),
          problems.map(({ column, message }) => `${columns[column ?? -1] ?? 'Row'}: ${message}`).join('; '),
        ]),
      )
      yield csvLines.join('')
    }
  }
}
