import { importField, importMapping, importRowsPage, wholeImport } from './athlete-import.ts'
import {
  importAnswersGiven,
  importEdits,
  importHeader,
  importRecord,
  importRowsQuery,
  importsPage,
  importsQuery,
  importTypes,
  MOST_IMPORT_BYTES,
  newImportQuery,
} from './import.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/imports'
const one = `${all}/:import` as const
/** Without access to all athletes, nobody can tell which of a file are new. */
const access = { access: 'data.import', alsoNeeds: 'athletes.all' } as const
const changes = ['Import'] as const
const whole = { status: 200, about: 'The import as it is now', schema: wholeImport } as const

/** Spreadsheet import: upload, map columns, check, import, undo. */
export const athleteImportOperations = operations({
  imports: {
    method: 'GET',
    path: all,
    summary: 'The imports, the newest first',
    ...access,
    query: importsQuery,
    answer: { status: 200, about: 'A page of imports', schema: importsPage },
    pages: true,
  },
  uploadImport: {
    method: 'POST',
    path: all,
    summary:
      'Upload a table: CSV, an Excel workbook, or rows from the clipboard. Encoding, separator and header row are recognized; up to 100,000 rows and 50 MB',
    ...access,
    query: newImportQuery,
    upload: { types: importTypes, mostBytes: MOST_IMPORT_BYTES },
    answer: { status: 201, about: 'Uploaded, with a proposal of what the columns are', schema: wholeImport },
    changes,
  },
  athleteImport: {
    method: 'GET',
    path: one,
    summary: 'An import: its columns, examples, what they are matched to, and what the check found',
    ...access,
    answer: whole,
    reads: ['Import'],
  },
  mapImport: {
    method: 'PUT',
    path: `${one}/mapping`,
    summary: 'Say what the columns and their values are, and what becomes of duplicates',
    ...access,
    body: importMapping,
    answer: whole,
    changes,
  },
  moveImportHeader: {
    method: 'PUT',
    path: `${one}/header`,
    summary: 'Say which row has the column names. Columns are matched anew',
    ...access,
    body: importHeader,
    answer: whole,
    changes,
  },
  addImportField: {
    method: 'POST',
    path: `${one}/fields`,
    summary: 'Add a custom field for a column, and match the column to it. Undo removes it, unless used since',
    access: 'data.import',
    alsoNeeds: ['athletes.all', 'organization.edit'],
    body: importField,
    answer: { ...whole, status: 201 },
    changes: ['Import', 'Player'],
  },
  editImportRows: {
    method: 'PATCH',
    path: `${one}/rows`,
    summary: 'Correct values of checked rows. They are checked again',
    ...access,
    body: importEdits,
    answer: whole,
    changes,
  },
  answerImport: {
    method: 'POST',
    path: `${one}/answers`,
    summary: 'Say whether rows are the athletes they may be. They are checked again',
    ...access,
    body: importAnswersGiven,
    answer: whole,
    changes,
  },
  checkImport: {
    method: 'POST',
    path: `${one}/check`,
    summary: 'Find out what would happen to each row. Nothing is imported yet',
    ...access,
    answer: { status: 202, about: 'The check has begun', schema: importRecord },
    changes,
  },
  startImport: {
    method: 'POST',
    path: `${one}/start`,
    summary: 'Import what was checked, or go on with what was stopped',
    ...access,
    answer: { status: 202, about: 'The import has begun', schema: importRecord },
    changes,
  },
  cancelImport: {
    method: 'POST',
    path: `${one}/cancel`,
    summary: 'Stop an import or a check that is under way. What was imported stays',
    ...access,
    answer: { status: 200, about: 'Stopped', schema: importRecord },
    changes,
  },
  undoImport: {
    method: 'POST',
    path: `${one}/undo`,
    summary: 'Undo an import, for 30 days. What someone has worked on since stays, and is listed',
    ...access,
    answer: { status: 202, about: 'Undoing has begun', schema: importRecord },
    changes,
  },
  removeImport: {
    method: 'DELETE',
    path: one,
    summary: 'Discard a file that was not imported',
    ...access,
    answer: { status: 204, about: 'Discarded' },
    changes,
  },
  importRows: {
    method: 'GET',
    path: `${one}/rows`,
    summary: 'Rows of an import, and what is wrong with them',
    ...access,
    query: importRowsQuery,
    answer: { status: 200, about: 'A page of rows', schema: importRowsPage },
    pages: true,
    reads: ['Import'],
  },
  failedImportRows: {
    method: 'GET',
    path: `${one}/failed-rows`,
    summary: 'The rows that were not imported, as a file, with what is wrong',
    ...access,
    answer: { status: 200, about: 'The file', type: 'text/csv' },
  },
})
