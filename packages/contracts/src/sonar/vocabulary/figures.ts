import { breakdowns } from '../../finance.ts'
import { type Meaning, PERIOD, period, type Vocabulary } from './vocabulary.ts'

const currency = { label: 'Currency', unspoken: true } as const
const months = { tense: 'past', months: true, roles: { any: PERIOD, due: PERIOD } } as const

/** Names of figures, for chips. */
export const figureNames: Readonly<Record<string, string>> = {
  feesMinor: 'Fees earned',
  received: 'Money received',
  expected: 'Money expected',
  late: 'Overdue money',
  expensesMinor: 'Expenses',
  outgoing: 'Paid to athletes',
  inKind: 'Received in kind',
  conditional: 'Conditional money',
  undated: 'Money without a due date',
}
/** Ask for a number. Nouns after them are not what is listed. */
export const FIGURE_CUES =
  'how much|total|sum of|total of|total amount of|what did we|what have we|what do we|what was|what were|what is total|what are total|amount of'
const figure = (id: string, words: string): [string, Meaning] => [words, { figure: id }]

export const overview: Vocabulary = {
  label: 'Finances',
  permissions: ['money.view', 'deals.view'],
  nouns: 'finance overview',
  parameters: { ...period, currency },
  sorts: {},
  phrases: [
    [FIGURE_CUES, { names: 'cue' }],
    figure(
      'feesMinor',
      'fees earned|fee|earn|earned|make|made|commission|earn in fees|earned in fees|make in fees|made in fees|fee income|earn in commission|made in commission|make in commission|revenue|commission earned|commission income|earnings|our income|turnover|bill|billed|our cut|our share',
    ),
    figure(
      'received',
      'money received|receive|received|came in|come in|collect|collected|brought in|bring in|money in|athletes earned|athletes earn|athletes made|athletes make|athletes receive|athletes received|clients earned|clients earn|clients make|clients made|players earned|players earn|players make|players made|athlete earnings|got paid|paid to our athletes by payors|athletes get|athletes got|take in|took in|money did we receive|has been received|has come in|was received|was collected',
    ),
    figure(
      'expected',
      'money expected|expect|expected|expecting|will come in|will we receive|still to come|to come|still coming|upcoming|going to receive|coming in|is coming|still expected|is expected|do we expect|is still due|forecast|is due',
    ),
    figure(
      'late',
      'overdue money|overdue|late|past due|is overdue|is late|in arrears|delinquent|money overdue|money late',
    ),
    figure('expensesMinor', 'expenses total|expense|spend|spent|cost|did we spend|have we spent|spending|our costs'),
    figure(
      'outgoing',
      'paid to athletes|pay athletes|pay to athletes|did we pay athletes|paid athletes|pay our athletes|paid our athletes|pay out to athletes|paid out to athletes|athlete pay|paid out|pay players|paid players|payouts to athletes',
    ),
    figure('inKind', 'received in kind|in kind|in kind value|in product|value in kind'),
    figure('conditional', 'conditional money|conditional|contingent|is conditional'),
    figure('undated', 'money without due date|undated|without due? date|has no due date'),
  ],
  periods: months,
  fillers:
    'money|we|do|did|us|so far|was|amount|altogether|overall|in total|payment|altogether|agency|from deals|still|dollars|income',
}

const measures: Readonly<Record<string, string>> = {
  received:
    'money received|received|receive|earned|earn|made|make|earning|money|take in|took in|earner|most money|brought in|bring in|paid|income',
  expected:
    'expected money|expected income|expected revenue|expected|expect|money expected|still to come|upcoming money|will receive|owed',
  fees: 'fees earned|fee|commission|revenue|earned us|earn us|made us|make us|bring us|brought us|fee income|our revenue|earned in fees|most commission|bring/brought in most fee/commission|generate/generated most fee/commission',
  return: 'return|profit|profitable|profitability|net|after costs|margin|return on cost|best return',
}
const words: Readonly<Record<keyof typeof breakdowns, string>> = {
  athlete: 'athlete/client/player',
  sport: 'sport',
  deal: 'deal',
  agent: 'agent',
}
const phrasesBy = (by: string, word: string): [string, Meaning][] => [
  [
    `breakdown by ${word}|top ${word} by/for|which of our? ${word}|which ${word}|what ${word}|best ${word} by|${word} ranked by|rank ${word} by|${word} by|breakdown per ${word}`,
    { names: 'head', set: { by: [by] } },
  ],
  [
    `by ${word}|per ${word}|for each ${word}|of each ${word}|by each ${word}|across ${word}|each ${word}`,
    { set: { by: [by] } },
  ],
  [
    `most profitable ${word}|best return ${word}|${word} with best/highest/most return/profit/margin`,
    { names: 'head', set: { by: [by], sort: ['return'] } },
  ],
  [
    `top earning ${word}|highest earning ${word}|best earning ${word}|highest paid ${word}|best paid ${word}|${word} who earned/earn/made/make/received/receive most`,
    { names: 'head', set: { by: [by], sort: ['received'] } },
  ],
]

/** The top athletes, sports, deals or agents by a measure. */
export const breakdown: Vocabulary = {
  label: 'Breakdown',
  permissions: ['money.view', 'deals.view'],
  nouns: 'breakdown|break down|ranking|rank|split|compare',
  parameters: {
    ...period,
    currency,
    by: { label: 'By', values: breakdowns, printed: (by) => `breakdown by ${by}` },
    sort: {
      label: 'Sorted by',
      values: { received: 'Received', expected: 'Expected', fees: 'Fees', return: 'Return' },
      words: measures,
    },
  },
  sorts: {},
  phrases: [
    ...Object.entries(words).flatMap(([by, word]) => phrasesBy(by, word)),
    [
      'top earner|biggest earner|best earner|who earned/earn/made/make/received/receive most money?|who get/got paid most|who is/are? our? top earner',
      { names: 'head', set: { by: ['athlete'], sort: ['received'] } },
    ],
    [
      'who earned/earn/made/make/brought/bring us most money?|who brought/bring in most fee/commission/revenue',
      { names: 'head', set: { by: ['athlete'], sort: ['fees'] } },
    ],
  ],
  periods: months,
  fillers:
    'most|money|payment|top|best|highest|biggest|largest|we|how much|did|bring|brought|in|us|generate|generated|total|which|give|gave|athlete|player|sport|deal|agent|sum of|amount|have|what did|by',
}
