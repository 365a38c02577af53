import { operations } from './operation.ts'
import { statement, statementQuery } from './statement.ts'

const one = '/organizations/:organization/finances/statements/:athlete'

/** What an athlete received, owes and is owed. Athletes see their own. */
export const statementOperations = operations({
  statement: {
    method: 'GET',
    path: one,
    summary: 'The statement of an athlete for a span of days, each currency apart',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: statementQuery,
    answer: { status: 200, about: 'The statement', schema: statement },
    reads: ['Revenue', 'Expense'],
  },
  statementPdf: {
    method: 'GET',
    path: `${one}/pdf`,
    summary: 'The same to print and keep. It is put on record who downloaded it',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: statementQuery,
    answer: { status: 200, about: 'The document', type: 'application/pdf' },
  },
})
