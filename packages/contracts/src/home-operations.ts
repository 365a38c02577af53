import { agents, homeFigures, homeFiguresQuery, needCount, needs, needsQuery } from './home.ts'
import { operations } from './operation.ts'

const organization = '/organizations/:organization'
const reads = ['Deal', 'Revenue', 'Expense', 'Player', 'Import', 'Task'] as const

export const homeOperations = operations({
  needs: {
    method: 'GET',
    path: `${organization}/needs`,
    summary: 'What the caller can finish: late, today and in the next 7 days, oldest first',
    access: 'member',
    query: needsQuery,
    answer: { status: 200, about: 'The first rows of each group, with their number', schema: needs },
    reads,
  },
  needCount: {
    method: 'GET',
    path: `${organization}/needs/count`,
    summary: 'How many things are late or wait today for the caller',
    access: 'member',
    answer: { status: 200, about: 'Their number, without those of the next 7 days', schema: needCount },
    reads,
  },
  ownAgents: {
    method: 'GET',
    path: `${organization}/agents`,
    summary: 'For an athlete: the members who look after them, with phone and email. Empty for others',
    access: 'member',
    answer: { status: 200, about: 'The members, leads of deals first', schema: agents },
    reads: ['Player', 'Deal', 'People'],
  },
  homeFigures: {
    method: 'GET',
    path: `${organization}/home-figures`,
    summary: 'Money of the month and active deals, for the home screen',
    access: 'deals.view',
    notForAthletes: true,
    query: homeFiguresQuery,
    answer: { status: 200, about: 'The figures', schema: homeFigures },
    reads: ['Deal', 'Revenue'],
  },
})
