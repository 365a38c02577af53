import {
  breakdownAnswer,
  breakdownQuery,
  financeOverview,
  latePayments,
  ledgerPage,
  ledgerQuery,
  ledgerSum,
  ledgerSumQuery,
  moneyOf,
  overviewQuery,
} from './finance.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/finances'
const ofMoney = { access: 'money.view', alsoNeeds: 'deals.view', reads: ['Revenue'] } as const

/** Reading the books: of all athletes, or of those whom the caller sees. */
export const financeOperations = operations({
  financeOverview: {
    method: 'GET',
    path: `${all}/overview`,
    summary: 'What came, what is expected and what is late, fees and expenses, in one currency, by month and by source',
    ...ofMoney,
    notForAthletes: true,
    query: overviewQuery,
    answer: { status: 200, about: 'The figures of the span', schema: financeOverview },
  },
  financeBreakdown: {
    method: 'GET',
    path: `${all}/breakdown`,
    summary: 'The largest by sport, athlete, deal or agent, with what they cost',
    ...ofMoney,
    notForAthletes: true,
    query: breakdownQuery,
    answer: { status: 200, about: 'The largest, and the sum of all', schema: breakdownAnswer },
  },
  ledger: {
    method: 'GET',
    path: `${all}/ledger`,
    summary: 'Entries of the ledger with their lines, the latest first',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    notForAthletes: true,
    query: ledgerQuery,
    answer: { status: 200, about: 'A page of entries', schema: ledgerPage },
    pages: true,
  },
  ledgerSum: {
    method: 'GET',
    path: `${all}/ledger/sum`,
    summary: 'What the entries of an account add up to, however many they are',
    ...ofMoney,
    notForAthletes: true,
    query: ledgerSumQuery,
    answer: { status: 200, about: 'The sum in each currency', schema: ledgerSum },
  },
  moneyOfDeal: {
    method: 'GET',
    path: `${all}/deals/:deal`,
    summary: 'What a deal promised, what came of it, the fees, and for colleagues what it cost',
    ...ofMoney,
    answer: { status: 200, about: 'The figures of the deal', schema: moneyOf },
  },
  moneyOfAthlete: {
    method: 'GET',
    path: `${all}/athletes/:athlete`,
    summary: 'The same for all deals of an athlete',
    ...ofMoney,
    answer: { status: 200, about: 'The figures of the athlete', schema: moneyOf },
  },
  latePayments: {
    method: 'GET',
    path: `${all}/late`,
    summary: 'How many payments are late, and how much they are in each currency',
    ...ofMoney,
    answer: { status: 200, about: 'What is late', schema: latePayments },
  },
})
