import { accountingOperations } from '@sherpa/contracts/accounting-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { createAccountingSettingsService } from './accounting-settings.ts'
import type { createClosingService } from './closing.ts'

export type AccountingParts = {
  settings: ReturnType<typeof createAccountingSettingsService>
  closing: ReturnType<typeof createClosingService>
}

const limits = { person: 300 }

export function accountingRoutes(endpoint: DefineEndpoint, { settings, closing }: AccountingParts) {
  const operations = accountingOperations

  endpoint(operations.accountingSettings, { limits: 'none' }, (viewer) => settings.of(viewer))
  endpoint(
    operations.changeAccountingSettings,
    { limits, refusals: { 409: 'Somebody has changed them meanwhile' } },
    ({ body, ...viewer }) => settings.change(viewer, body),
  )
  endpoint(operations.closeMonths, { limits, refusals: { 409: 'The month is not over' } }, ({ body, ...viewer }) =>
    closing.close(viewer, body),
  )
  endpoint(operations.reopenMonths, { limits: { person: 30 } }, ({ body, ...viewer }) => closing.reopen(viewer, body))
}
