import type { FinanceOverview } from '@sherpa/contracts/finance'
import { ownValue } from '@sherpa/contracts/own-value'
import { figureNames } from '@sherpa/contracts/sonar/vocabulary/figures'
import { roundedMoney } from '../../data/money.ts'

type Month = FinanceOverview['months'][number]
type Explained = {
  /** What the figure is made of. */
  base: (overview: FinanceOverview) => string
  leftOut: string
  /** Of a figure that is summed by month. */
  minorOf?: (month: Month) => number
}

const share = (part: number, whole: number) =>
  (part / whole).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
const payments = (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'}`

const explained: Readonly<Record<string, Explained>> = {
  feesMinor: {
    base: ({ feesMinor, received, currency }) =>
      received.minor > 0
        ? `${share(feesMinor, received.minor)} of ${roundedMoney(received.minor, currency)} received.`
        : 'Nothing was received.',
    leftOut: 'Not counted: fees on money not yet received.',
    minorOf: (month) => month.feesMinor,
  },
  received: {
    base: ({ received }) => `${payments(received.count)}.`,
    leftOut: 'Not counted: value in kind, and money not yet received.',
    minorOf: (month) => month.receivedMinor,
  },
  expected: {
    base: ({ expected }) => `${payments(expected.count)}.`,
    leftOut: 'Not counted: overdue, conditional and undated payments.',
    minorOf: (month) => month.expectedMinor,
  },
  late: { base: ({ late }) => `${payments(late.count)}.`, leftOut: 'Not counted: payments due today or later.' },
  expensesMinor: {
    base: () => 'What you pay yourself.',
    leftOut: 'Not counted: expenses that athletes pay back.',
    minorOf: (month) => month.expensesMinor,
  },
  inKind: { base: ({ inKind }) => `${payments(inKind.count)}.`, leftOut: 'Not counted: money.' },
  conditional: {
    base: ({ conditional }) => `${payments(conditional.count)}.`,
    leftOut: 'Not counted: payments without a condition.',
  },
  undated: { base: ({ undated }) => `${payments(undated.count)}.`, leftOut: 'Not counted: payments with a due date.' },
  outgoing: { base: () => 'Under your own deals.', leftOut: 'Not counted: payments still due.' },
}

/** By the name of the figure, as the answer has it. */
export function explainedFigure(name: string) {
  const figure = Object.entries(figureNames).find(([, one]) => one === name)
  return figure && ownValue(explained, figure[0])
}
