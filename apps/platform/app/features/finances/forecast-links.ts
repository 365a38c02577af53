import { addDays } from '@sherpa/contracts/days'
import type { PaymentCertainty } from '@sherpa/contracts/deal-work'
import type { FinanceForecast } from '@sherpa/contracts/forecast'
import type { IncomeClass } from '@sherpa/contracts/money'
import { daysAhead, daysOf, NOT_OVERDUE, type PaymentFilters, paymentsOf } from './finance-address.ts'

/** Links to the payments behind each figure of a forecast. */
export function forecastLinks(organization: string, { months, currency, direction, today }: FinanceForecast) {
  const to = (filters: PaymentFilters) => paymentsOf(organization, { ...filters, direction, currency })
  const ofCertainty = (certainty: PaymentCertainty) => ({ state: NOT_OVERDUE, certainty }) as const
  const [from = '', until = ''] = [months[0]?.month, months.at(-1)?.month]
  return {
    cell: (certainty: PaymentCertainty, month: string, income?: IncomeClass) =>
      to({ ...ofCertainty(certainty), ...daysAhead({ from: month, until: month }, today), ...(income && { income }) }),
    ahead: (certainty: PaymentCertainty) => to({ ...ofCertainty(certainty), ...daysAhead({ from, until }, today) }),
    overdue: to({ state: 'late' }),
    pastEstimate: to({ state: 'conditional', until: addDays(today, -1) }),
    undated: (certainty: PaymentCertainty) => to({ ...ofCertainty(certainty), due: 'undated' }),
    later: (certainty: PaymentCertainty) =>
      to({ ...ofCertainty(certainty), from: addDays(daysOf({ from, until }).until, 1) }),
  }
}
