import { accountingSettings, accountingSettingsChange, closing, reopening } from './accounting-settings.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/finances/accounting'
const access = {
  access: 'organization.edit',
  alsoNeeds: ['money.view', 'money.edit', 'athletes.all'],
  notForAthletes: true,
} as const
const changes = ['Revenue', 'Activity'] as const

export const accountingOperations = operations({
  accountingSettings: {
    method: 'GET',
    path: all,
    summary: 'Accounting settings and closed months',
    ...access,
    answer: { status: 200, about: 'The settings', schema: accountingSettings },
    reads: ['Revenue'],
  },
  changeAccountingSettings: {
    method: 'PUT',
    path: all,
    summary: 'Change the accounting settings',
    ...access,
    body: accountingSettingsChange,
    answer: { status: 200, about: 'The updated settings', schema: accountingSettings },
    changes,
  },
  closeMonths: {
    method: 'POST',
    path: `${all}/closing`,
    summary: 'Close all months through a complete month. Later entries for a closed month post to the first open day',
    ...access,
    body: closing,
    answer: { status: 200, about: 'Closed', schema: accountingSettings },
    changes,
  },
  reopenMonths: {
    method: 'POST',
    path: `${all}/reopening`,
    summary: 'Reopen closed months, with password or code. All owners are notified by mail',
    ...access,
    body: reopening,
    answer: { status: 200, about: 'Reopened', schema: accountingSettings },
    changes,
  },
})
