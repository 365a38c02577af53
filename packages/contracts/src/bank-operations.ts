import {
  bankFileTypes,
  bankImport,
  bankImportQuery,
  bankLinesPage,
  bankLinesQuery,
  bankPreview,
  bankPreviewQuery,
  confirmedLines,
  linesToConfirm,
  MOST_BANK_BYTES,
  sureMatches,
} from './bank-import.ts'
import { operations } from './operation.ts'
import { reversal } from './receipt.ts'

const finances = '/organizations/:organization/finances'
const imports = `${finances}/bank-imports` as const
const lines = `${finances}/bank-lines` as const
const line = `${lines}/:bankLine` as const
/** A line may concern any athlete, so all athletes must be visible. */
const access = {
  access: 'money.edit',
  alsoNeeds: ['money.view', 'deals.view', 'athletes.all'],
  notForAthletes: true,
} as const
const upload = { types: bankFileTypes, mostBytes: MOST_BANK_BYTES } as const
const changes = ['Revenue'] as const

export const bankOperations = operations({
  previewBankFile: {
    method: 'POST',
    path: `${imports}/preview`,
    summary: 'Preview a bank’s CSV file without storing it',
    ...access,
    query: bankPreviewQuery,
    upload,
    answer: { status: 200, about: 'The column mapping and first transactions', schema: bankPreview },
  },
  importBankFile: {
    method: 'POST',
    path: imports,
    summary: 'Import a bank’s CSV file. Lines already imported are skipped',
    ...access,
    query: bankImportQuery,
    upload,
    answer: { status: 201, about: 'Counts of its transactions', schema: bankImport },
    changes,
  },
  bankLines: {
    method: 'GET',
    path: lines,
    summary: 'Bank transactions, latest first, with suggested matches',
    ...access,
    query: bankLinesQuery,
    answer: { status: 200, about: 'A page of transactions', schema: bankLinesPage },
    pages: true,
  },
  sureMatches: {
    method: 'GET',
    path: `${finances}/bank-matches`,
    summary: 'Open bank transactions with a certain match',
    ...access,
    answer: { status: 200, about: 'Transactions and their matches', schema: sureMatches },
    reads: ['Revenue'],
  },
  confirmBankLines: {
    method: 'POST',
    path: `${lines}/confirmations`,
    summary: 'Confirm matches: each transaction becomes a receipt or an invoice payment',
    ...access,
    body: linesToConfirm,
    answer: { status: 200, about: 'The recorded and refused ones', schema: confirmedLines },
    changes: ['Revenue', 'Expense', 'Deal'],
  },
  ignoreBankLine: {
    method: 'PUT',
    path: `${line}/ignored`,
    summary: 'Ignore a bank transaction, with a reason',
    ...access,
    body: reversal,
    answer: { status: 204, about: 'Ignored' },
    changes,
  },
  reopenBankLine: {
    method: 'DELETE',
    path: `${line}/ignored`,
    summary: 'Restore an ignored bank transaction',
    ...access,
    answer: { status: 204, about: 'Open again' },
    changes,
  },
})
