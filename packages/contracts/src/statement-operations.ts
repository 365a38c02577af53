import { operations } from './operation.ts'
import { statement, statementMailing, statementQuery, statementSent } from './statement.ts'

const one = '/organizations/:organization/finances/statements/:athlete'

/** Athletes see their own. */
export const statementOperations = operations({
  statement: {
    method: 'GET',
    path: one,
    summary: 'The statement of an athlete for a date range, by currency',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: statementQuery,
    answer: { status: 200, about: 'The statement', schema: statement },
    reads: ['Revenue', 'Expense'],
  },
  statementPdf: {
    method: 'GET',
    path: `${one}/pdf`,
    summary: 'The statement as a PDF. Downloads are logged',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: statementQuery,
    answer: { status: 200, about: 'The document', type: 'application/pdf' },
  },
  sendStatement: {
    method: 'POST',
    path: `${one}/mail`,
    summary: 'Send a statement by mail, to the athlete, the guardian of a minor, or another address',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    notForAthletes: true,
    body: statementMailing,
    answer: { status: 200, about: 'Sent', schema: statementSent },
  },
})
