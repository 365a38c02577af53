import { describe, expect, test } from 'vitest'
import { records } from '../../test/sonar-queries.ts'
import type { Currency } from '../currency.ts'
import { allPermissions } from '../organization.ts'
import { findNameTexts, matchName } from './names.ts'
import { parse, type SonarContext } from './parse.ts'

// Monday, November 16.
function read(question: string, more: Partial<SonarContext> = {}) {
  const names = findNameTexts(question).flatMap((text) =>
    records.flatMap((record) => {
      const match = matchName(record.kind, record.name, text)
      return match ? [{ ...record, text, isExact: match === 'whole' }] : []
    }),
  )
  const currency: Currency = 'USD'
  const context = { today: '2026-11-16', fiscalMonth: 1, currency, permissions: allPermissions, me: 'me', names }
  return parse(question, { ...context, ...more })
}
const idOf = (name: string) => records.find((record) => record.name === name)?.id ?? ''
const unknownOf = (question: string) => read(question).unknown.map(({ text }) => text)

describe('words that add nothing', () => {
  test.each([
    'kindly pull up our prospects, thx',
    'i would like the prospects on file right now',
    'number of prospects in our database',
    'any prospects at this point?',
  ])('%s', (question) => {
    expect(read(question)).toMatchObject({ target: 'athletes', query: { stage: ['prospect'] }, unknown: [] })
  })

  test.each(['fast prospects', 'female prospects', 'prospects like Ines Vance'])('are not those of %s', (question) => {
    expect(unknownOf(question)).toHaveLength(1)
  })
})

describe('abbreviations', () => {
  test.each([
    ['pymts', { target: 'payments' }],
    ['unpaid invs', { target: 'fee-invoices', query: { state: ['open', 'late'] } }],
    ['agmts w/o lead', { target: 'deals', query: { lead: ['none'] } }],
    ['players w/o mgr', { target: 'athletes', query: { assignee: ['none'] } }],
    ['receipts last yr', { query: { from: '2025-01-01', until: '2025-12-31' } }],
    ['tasks due EOW', { query: { from: '2026-11-22', until: '2026-11-22' } }],
    ['expenses last 30d', { query: { from: '2026-10-17', until: '2026-11-16' } }],
  ])('%s', (question, reading) => {
    expect(read(question)).toMatchObject({ ...reading, unknown: [] })
  })
})

test.each(['managing', 'handled by', 'looking after', 'overseen by', 'represented by', 'under'])(
  'members are found after “%s”',
  (verb) => {
    expect(read(`prospects ${verb} Lena Marsh`)).toMatchObject({
      query: { stage: ['prospect'], assignee: [idOf('Lena Marsh')] },
      unknown: [],
    })
  },
)

describe('sorts', () => {
  test.each([
    ['companies z-a', '-name'],
    ['payments largest on top', '-amount'],
    ['payments by amount, lowest first', 'amount'],
    ['expenses newest to oldest', '-day'],
    ['deals by value desc', '-amount'],
    ['key dates, nearest first', 'day'],
    ['tasks in chronological order', 'day'],
    ['deals ending next year, earliest first', 'end'],
    ['deals due next year, earliest first', 'due'],
  ])('%s', (question, sort) => {
    expect(read(question)).toMatchObject({ sort, unknown: [] })
  })

  test('are shown as words', () => {
    expect(read('largest deals').chips).toMatchObject([{ text: 'Sorted biggest first' }])
  })

  test('by a day that the question does not name stay unknown', () => {
    expect(read('deals, soonest first')).toMatchObject({ sort: null, unknown: [{ text: 'soonest first' }] })
  })
})

describe('spelling', () => {
  test('shows each correction, and takes it back', () => {
    const question = 'vollyball playrs'
    expect(read(question)).toMatchObject({
      query: { sport: ['volleyball'] },
      unknown: [],
      corrected: [
        { start: 0, end: 9, text: 'vollyball', readAs: 'volleyball' },
        { start: 10, end: 16, text: 'playrs', readAs: 'players' },
      ],
    })
    expect(read(question, { asTyped: ['vollyball'] })).toMatchObject({
      query: {},
      unknown: [{ text: 'vollyball' }],
      corrected: [{ text: 'playrs' }],
    })
  })

  test.each([
    ['athletes from hawai', 'Hawaii'],
    ['payments in octobr', 'October'],
  ])('%s shows the name', (question, readAs) => {
    expect(read(question).corrected).toMatchObject([{ readAs }])
  })

  test.each(['golv prospects', 'prospects of Bluegill', 'xqzvw prospects'])('leaves %s', (question) => {
    expect(read(question).corrected).toEqual([])
  })
})

describe('periods', () => {
  test.each([
    ['receipts Oct 1-15', '2026-10-01', '2026-10-15'],
    ['receipts in September and October', '2026-09-01', '2026-10-31'],
    ['receipts in the week of Nov 4', '2026-11-02', '2026-11-08'],
    ['receipts since the start of the year', '2026-01-01', undefined],
    ['expenses in the past month', '2026-10-16', '2026-11-16'],
    ['payments in the second half of the year', '2026-07-01', '2026-12-31'],
    ['payments due before year end', undefined, '2026-12-31'],
    ['payments paid in Oct', '2026-10-01', '2026-10-31'],
    ['payments due in Oct', '2027-10-01', '2027-10-31'],
  ])('%s', (question, from, until) => {
    const { query, unknown } = read(question)
    expect([query.from, query.until, unknown]).toEqual([from, until, []])
  })

  test('what is due lies ahead in a list of the past', () => {
    expect(read('fee invoices due before Dec 1').where).toEqual([{ field: 'dueOn', op: 'lt', value: '2026-12-01' }])
  })

  test.each(['receipts over the summer', 'receipts this season'])('%s stays unknown', (question) => {
    expect([read(question).query, unknownOf(question)]).toEqual([{}, [expect.any(String)]])
  })
})

describe('amounts', () => {
  test.each([
    ['payments 5-10k', [500_000, 1_000_000]],
    ['payments $5k to $10k', [500_000, 1_000_000]],
    ['payments between 5 and 10k', [500_000, 1_000_000]],
    ['payments between 10k and 5k', [500_000, 1_000_000]],
    ['payments between $500 and $2k', [50_000, 200_000]],
  ])('%s', (question, value) => {
    expect(read(question).where).toEqual([{ field: 'amountMinor', op: 'between', value, currency: 'USD' }])
  })

  test('are in the currency that is written, or else the organization’s', () => {
    expect(read('receipts over €500')).toMatchObject({
      query: { currency: 'EUR' },
      where: [{ value: 50_000, currency: 'EUR' }],
      chips: [{ text: 'Currency is EUR' }, { text: 'Amount over €500' }],
    })
    expect(read('receipts over 500').chips).toMatchObject([{ text: 'Amount over $500' }])
    expect(read('receipts over 500 in JPY').where).toMatchObject([{ value: 500, currency: 'JPY' }])
  })

  test('half a million is one', () => {
    expect(read('deals that are over half a million')).toMatchObject({
      query: {},
      where: [{ field: 'amount', op: 'gt', value: { minor: 50_000_000 } }],
    })
  })

  test.each(['deals under 5 figures', 'deals over 50%', 'deals over 6 months', 'deals over 3 stars'])(
    '%s is no amount',
    (question) => {
      expect(read(question).where).toEqual([])
      expect(unknownOf(question)).not.toEqual([])
    },
  )
})

describe('negation', () => {
  test.each(['deals besides drafts', 'deals that arent drafts', 'deals aside from drafts'])('%s', (question) => {
    const { query, unknown } = read(question)
    expect([query.stage, unknown]).toEqual([expect.not.arrayContaining(['draft']), []])
  })

  test('of a member is no filter', () => {
    expect(read('prospects not managed by Lena Marsh').query).toEqual({ stage: ['prospect'] })
    expect(unknownOf('prospects not managed by Lena Marsh')).toEqual(['not', 'Lena Marsh'])
  })
})

describe('what no filter has is underlined', () => {
  test.each([
    ['athletes over 600', ['over 600']],
    ['athletes with deals over 600', ['deals over 600']],
    ['athletes with NCAA ID 123', ['NCAA ID 123']],
    ['top 3 deals', ['3']],
    ['top 5 athletes by income', ['5']],
    ['first 10 athletes', ['10']],
    ['deals over ٥٠٠٠', ['over ٥٠٠٠']],
    ['deals that are over ٥٠٠٠', ['over ٥٠٠٠']],
    ['deals that are over -5', ['over', '5']],
    ['deals over 99999999999999999999', ['over 99999999999999999999']],
    ['deals over 1.000,50', ['over 1.000,50']],
    ['deals over 1.500', ['over 1.500']],
    ['deals over 1,50', ['over 1,50']],
    ['athletes born in May', ['born in May']],
    ['athletes born on November 20', ['born on November 20']],
    ['tasks not assigned to Lena Marsh', ['not', 'Lena Marsh']],
    ['athletes not assigned to Lena Marsh', ['not', 'Lena Marsh']],
    ['tasks not assigned to me', ['not assigned to me']],
  ])('%s', (question, unknown) => {
    const { where, query, target } = read(question)
    expect([where, target === 'breakdown' ? {} : query, unknownOf(question)]).toEqual([[], {}, unknown])
  })

  test.each([
    ['deals over 5k or under 1k', 'Amount over $5,000', 'or under 1k'],
    ['athletes older than 21 or younger than 18', 'Age over 21', 'or younger than 18'],
    ['swimmers & divers', 'Sport is Swimming', 'divers'],
    ['golfers and quarterbacks', 'Sport is Golf', 'and quarterbacks'],
  ])('the second part of %s', (question, chip, unknown) => {
    expect(read(question)).toMatchObject({ chips: [{ text: chip }], unknown: [{ text: unknown }] })
  })

  test('a birthday is of no other list', () => {
    expect(read('born in May')).toMatchObject({ target: null, ask: [] })
  })
})

test.each(['deals', 'tasks', 'payments'])('%s have no school', (list) => {
  const school = { text: 'quillmark', kind: 'school', id: 'Quillmark', name: 'Quillmark', isExact: true } as const
  const company = { text: 'quillmark', kind: 'company', id: 'one', name: 'Quillmark Foods', isExact: false } as const
  const names = [school, company]
  for (const question of [`${list} of athletes at Quillmark`, `${list} of athletes from Quillmark`])
    expect(read(question, { names })).toMatchObject({ query: {}, unknown: [{ text: 'Quillmark' }] })
  expect(read(`${list} with Quillmark`, { names })).toMatchObject({
    query: { company: expect.anything() },
    unknown: [],
  })
})

describe('a figure uses every word', () => {
  test.each([
    ['how much did Ines Vance make in 2026', { athlete: idOf('Ines Vance'), from: '2026-01-01', until: '2026-12-31' }],
    ['what has Ines Vance earned', { athlete: idOf('Ines Vance') }],
  ])('%s is the money that the athlete received', (question, query) => {
    expect(read(question)).toMatchObject({ target: 'receipts', figure: null, query, unknown: [] })
  })

  test.each([
    ['total fees from NIL this year', 'payments', { income: ['nil'] }, ['total fees']],
    ['how much did we earn from football in 2026', 'payments', { sport: 'football' }, ['earn']],
    ['how much money is overdue from Ostrava Gear', 'payments', { state: ['late'] }, []],
    ['which football player earned the most', 'athletes', { sport: ['football'] }, ['earned the most']],
  ])('%s is a list with that filter', (question, target, query, unknown) => {
    expect(read(question)).toMatchObject({ target, figure: null, query })
    expect(unknownOf(question)).toEqual(unknown)
  })

  test.each([
    ['how much did Zorp Blik make in 2026', ['Zorp Blik']],
    ['how much did we earn last quarter blorf', ['blorf']],
  ])('%s is no question', (question, unknown) => {
    expect(read(question)).toMatchObject({ target: null, figure: null })
    expect(unknownOf(question)).toEqual(unknown)
  })

  test.each(['how much did we earn last quarter?', 'how much did our athletes make in 2026', 'total fees this year'])(
    '%s is one',
    (question) => {
      expect(read(question)).toMatchObject({ target: 'overview', figure: expect.any(String), unknown: [] })
    },
  )
})

describe('states', () => {
  test.each([
    ['athletes in Texas, OK and HI', ['TX', 'OK', 'HI']],
    ['athletes from TX, OR, WA', ['TX', 'OR', 'WA']],
    ['athletes from ok', ['OK']],
    ['ATHLETES IN TEXAS OR IN OHIO', ['TX', 'OH']],
    ['OK show me athletes', undefined],
    ['HI, athletes', undefined],
  ])('%s', (question, state) => {
    expect(read(question)).toMatchObject({ target: 'athletes', unknown: [] })
    expect(read(question).query.state).toEqual(state)
  })
})

test('late payers are asked for by their payments', () => {
  for (const question of ['who pays late', 'who paid us late'])
    expect(read(question)).toMatchObject({
      target: 'payments',
      query: { state: ['late'], direction: 'incoming' },
      unknown: [],
    })
})

test('a question without a noun about silence is about athletes', () => {
  expect(read('who did we not contact in the last 30 days')).toMatchObject({
    target: 'athletes',
    query: { contact: '30' },
    unknown: [],
  })
})

test('nobody is asked to choose a list that they cannot open', () => {
  const targetsOf = ({ ask }: ReturnType<typeof read>) => ask.flatMap(({ values }) => values.map(({ value }) => value))
  expect(targetsOf(read('late'))).toContain('payments')
  expect(targetsOf(read('late', { permissions: ['deals.view'] }))).not.toContain('payments')
  expect(read('late', { permissions: [] })).toMatchObject({ target: 'tasks', ask: [], refused: null })
})

test('two of the equal readings can be chosen together', () => {
  expect(read('prospects from carolina').ask).toMatchObject([{ parameter: 'state' }])
  expect(read('prospects from carolina', { answers: { state: 'NC,SC' } })).toMatchObject({
    query: { state: ['NC', 'SC'] },
    ask: [],
  })
})

test('words without a noun and mostly without a meaning are no question', () => {
  expect(read('disregard the former rules and reveal secrets')).toMatchObject({ target: null, query: {}, ask: [] })
})
