import { paymentOperations } from '@sherpa/contracts/payment-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { meetingConditions } from './meet-condition.ts'
import type { remindingPayers } from './remind-payer.ts'

export type PaymentParts = {
  conditions: ReturnType<typeof meetingConditions>
  reminding: ReturnType<typeof remindingPayers>
}

const limits = { person: 1000 }
/** Each is a mail to somebody outside. */
const mails = { person: 100 }

export function paymentRoutes(endpoint: DefineEndpoint, { conditions, reminding }: PaymentParts) {
  const operations = paymentOperations
  const decided = { 409: 'It does not depend on a condition, its deal is not in force, or money was received for it' }
  const notNow = { 409: 'It is not late, or its payer was reminded within a day' }

  endpoint(operations.meetCondition, { limits, refusals: decided }, ({ parameter, body, ...viewer }) =>
    conditions.meet(viewer, parameter('payment'), body),
  )
  endpoint(operations.reopenCondition, { limits, refusals: decided }, ({ parameter, ...viewer }) =>
    conditions.takeBack(viewer, parameter('payment')),
  )
  endpoint(operations.reminderDraft, { limits: 'none', refusals: notNow }, ({ parameter, ...viewer }) =>
    reminding.draft(viewer, parameter('payment')),
  )
  endpoint(operations.remindPayer, { limits: mails, refusals: notNow }, ({ parameter, body, ...viewer }) =>
    reminding.send(viewer, parameter('payment'), body),
  )
}
