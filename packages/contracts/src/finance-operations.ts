import {
  breakdownAnswer,
  breakdownQuery,
  financeOverview,
  ledgerPage,
  ledgerQuery,
  ledgerSum,
  ledgerSumQuery,
  moneyOf,
  overviewQuery,
  setupProgress,
} from './finance.ts'
import { financeForecast, forecastQuery } from './forecast.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/finances'
const ofMoney = { access: 'money.view', alsoNeeds: 'deals.view', reads: ['Revenue'] } as const

export const financeOperations = operations({
  financeOverview: {
    method: 'GET',
    path: `${all}/overview`,
    summary: 'Received, expected and overdue money, fees and expenses in one currency, by month and source',
    ...ofMoney,
    notForAthletes: true,
    query: overviewQuery,
    answer: { status: 200, about: 'The figures of the span', schema: financeOverview },
  },
  financeForecast: {
    method: 'GET',
    path: `${all}/forecast`,
    summary: 'Guaranteed and conditional money of the next 12 months in one currency, by month and source, with fees',
    ...ofMoney,
    query: forecastQuery,
    answer: { status: 200, about: 'The months, and what is in none of them', schema: financeForecast },
  },
  setupProgress: {
    method: 'GET',
    path: `${all}/setup`,
    summary: 'How far a new organization is on the way to its first payment',
    access: 'money.view',
    alsoNeeds: ['deals.view', 'athletes.all'],
    notForAthletes: true,
    answer: { status: 200, about: 'The steps that are done', schema: setupProgress },
    reads: ['Revenue', 'Deal'],
  },
  financeBreakdown: {
    method: 'GET',
    path: `${all}/breakdown`,
    summary: 'Top earners by sport, athlete, deal or agent, with their costs',
    ...ofMoney,
    notForAthletes: true,
    query: breakdownQuery,
    answer: { status: 200, about: 'The top rows and the total', schema: breakdownAnswer },
  },
  ledger: {
    method: 'GET',
    path: `${all}/ledger`,
    summary: 'Ledger entries with their lines, latest first',
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
    summary: 'The total of an account’s entries',
    ...ofMoney,
    notForAthletes: true,
    query: ledgerSumQuery,
    answer: { status: 200, about: 'The total by currency', schema: ledgerSum },
  },
  moneyOfDeal: {
    method: 'GET',
    path: `${all}/deals/:deal`,
    summary: 'Contracted and received money of a deal, fees and, for colleagues, costs',
    ...ofMoney,
    answer: { status: 200, about: 'The figures of the deal', schema: moneyOf },
  },
  moneyOfAthlete: {
    method: 'GET',
    path: `${all}/athletes/:athlete`,
    summary: 'The same figures for all deals of an athlete',
    ...ofMoney,
    answer: { status: 200, about: 'The figures of the athlete', schema: moneyOf },
  },
})
