import { bankOperations } from '@sherpa/contracts/bank-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { createBankImportService } from './bank-import.ts'
import { listBankLines, loadSureMatches, moveBankLine } from './bank-lines.ts'
import { confirmBankLines } from './confirm-bank-lines.ts'

export type BankParts = { database: Database; clock: () => Date; imports: ReturnType<typeof createBankImportService> }

const limits = { person: 1000 }
const uploads = { person: 300 }

export function bankRoutes(endpoint: DefineEndpoint, { database, clock, imports }: BankParts) {
  const operations = bankOperations
  const files = { 413: 'More than 5 MB or 10,000 lines', 422: 'No table, an empty one, or columns that are not named' }
  const refusals = { 409: 'It was booked already' }

  endpoint(operations.previewBankFile, { limits: uploads, refusals: files }, ({ query, body, ...viewer }) =>
    imports.preview(viewer, query, body),
  )
  endpoint(operations.importBankFile, { limits: uploads, refusals: files }, ({ query, body, ...viewer }) =>
    imports.add(viewer, query, body),
  )
  endpoint(operations.bankLines, { limits }, ({ query, ...viewer }) => listBankLines(database, viewer, query, clock()))
  endpoint(operations.sureMatches, { limits }, (viewer) => loadSureMatches(database, viewer, clock()))
  endpoint(operations.confirmBankLines, { limits }, ({ body, ...viewer }) =>
    confirmBankLines({ database, clock }, viewer, body.lines),
  )
  endpoint(operations.ignoreBankLine, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    moveBankLine(database, viewer, parameter('bankLine'), ['open', 'ignored'], body.reason),
  )
  endpoint(operations.reopenBankLine, { limits, refusals }, ({ parameter, ...viewer }) =>
    moveBankLine(database, viewer, parameter('bankLine'), ['ignored', 'open'], null),
  )
}
