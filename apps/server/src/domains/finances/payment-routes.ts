import { paymentOperations } from '@sherpa/contracts/payment-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { createPaymentConditionService } from './meet-condition.ts'
import type { createPayerReminderService } from './remind-payer.ts'

export type PaymentParts = {
  conditions: ReturnType<typeof createPaymentConditionService>
  reminders: ReturnType<typeof createPayerReminderService>
}

const limits = { person: 1000 }
/** Lower limit: each call mails an outside address. */
const mailLimits = { person: 100 }

export function paymentRoutes(endpoint: DefineEndpoint, { conditions, reminders }: PaymentParts) {
  const operations = paymentOperations
  const decided = { 409: 'It does not depend on a condition, its deal is not in force, or money was received for it' }
  const notNow = { 409: 'It is not late, or its payer was reminded within a day' }

  endpoint(operations.meetCondition, { limits, refusals: decided }, ({ parameter, body, ...viewer }) =>
    conditions.meet(viewer, parameter('payment'), body),
  )
  endpoint(operations.reopenCondition, { limits, refusals: decided }, ({ parameter, ...viewer }) =>
    conditions.reopen(viewer, parameter('payment')),
  )
  endpoint(operations.reminderDraft, { limits: 'none', refusals: notNow }, ({ parameter, ...viewer }) =>
    reminders.draft(viewer, parameter('payment')),
  )
  endpoint(operations.remindPayer, { limits: mailLimits, refusals: notNow }, ({ parameter, body, ...viewer }) =>
    reminders.send(viewer, parameter('payment'), body),
  )
}
