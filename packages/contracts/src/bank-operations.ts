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
/** A line may be for any athlete: whoever sees some of them only has no part in it. */
const access = {
  access: 'money.edit',
  alsoNeeds: ['money.view', 'deals.view', 'athletes.all'],
  notForAthletes: true,
} as const
const upload = { types: bankFileTypes, mostBytes: MOST_BANK_BYTES } as const
const changes = ['Revenue'] as const

/** What a bank says: files are imported, and people confirm what each line is for. */
export const bankOperations = operations({
  previewBankFile: {
    method: 'POST',
    path: `${imports}/preview`,
    summary: 'Read a bank’s CSV file without keeping it: what its columns are, and how its lines are read',
    ...access,
    query: bankPreviewQuery,
    upload,
    answer: { status: 200, about: 'The file as it is read', schema: bankPreview },
  },
  importBankFile: {
    method: 'POST',
    path: imports,
    summary: 'Import a bank’s CSV file. Lines that are here already are not added again',
    ...access,
    query: bankImportQuery,
    upload,
    answer: { status: 201, about: 'What became of its lines', schema: bankImport },
    changes,
  },
  bankLines: {
    method: 'GET',
    path: lines,
    summary: 'Lines of the bank, the latest first, with the payments or the invoice that they may be for',
    ...access,
    query: bankLinesQuery,
    answer: { status: 200, about: 'A page of lines', schema: bankLinesPage },
    pages: true,
  },
  sureMatches: {
    method: 'GET',
    path: `${finances}/bank-matches`,
    summary: 'All open lines of the bank of which it is sure what they are for',
    ...access,
    answer: { status: 200, about: 'Lines and what they are for', schema: sureMatches },
    reads: ['Revenue'],
  },
  confirmBankLines: {
    method: 'POST',
    path: `${lines}/confirmations`,
    summary: 'Confirm what lines of the bank are for: each becomes a receipt, or a payment of an invoice',
    ...access,
    body: linesToConfirm,
    answer: { status: 200, about: 'Which of them were booked', schema: confirmedLines },
    changes: ['Revenue', 'Expense', 'Deal'],
  },
  setBankLineAside: {
    method: 'PUT',
    path: `${line}/set-aside`,
    summary: 'Set a line aside that is for nothing here, with a reason',
    ...access,
    body: reversal,
    answer: { status: 204, about: 'It is set aside' },
    changes,
  },
  takeBankLineBack: {
    method: 'DELETE',
    path: `${line}/set-aside`,
    summary: 'Take a line back that was set aside',
    ...access,
    answer: { status: 204, about: 'It is open again' },
    changes,
  },
})
