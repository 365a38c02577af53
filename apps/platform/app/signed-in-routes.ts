import type { Permission } from '@sherpa/contracts/organization'
import type { RouteObject } from 'react-router'
import { settingsSections, staffSections, workSections } from './frame/organization-sections.ts'
import type { ScreenPlace } from './frame/screen-place.ts'

const inAccount = (label: string): ScreenPlace => ({
  label,
  within: { label: 'Your account', to: '/account' },
  narrow: true,
})

const imports = (label: string, within: ScreenPlace['within']): ScreenPlace & { permission: Permission } => ({
  label,
  ...(within && { within }),
  permission: 'data.import',
})
const athletes = { label: 'Athletes', to: '/organizations/:organization/athletes' }

const within = (section: { label: string; path: string }, label: string): ScreenPlace & { permission: Permission } => ({
  label,
  within: { label: section.label, to: `/organizations/:organization/${section.path}` },
  permission: 'deals.view',
})

/** Its tabs are in the script of the screen. */
const inCompany: ScreenPlace & { permission: Permission } = {
  ...within(workSections.companies, 'Company'),
  record: true,
}

const inFinances = (
  label: string,
  list: 'Receipts' | 'Fees' | 'Expenses',
): ScreenPlace & { permission: Permission } => ({
  label,
  within: { label: list, to: `/organizations/:organization/finances/${list.toLowerCase()}` },
  permission: 'money.view',
})

const athleteTab = (permission: Permission): ScreenPlace & { permission: Permission } => ({
  label: 'Athlete',
  within: athletes,
  permission,
  record: true,
})

/** Every other route, with lazy screens. */
export const signedInRoutes: RouteObject[] = [
  {
    lazy: () => import('./frame/either-frame.tsx'),
    children: [
      {
        path: '*',
        handle: { label: 'Page not found' } satisfies ScreenPlace,
        lazy: () => import('./frame/not-found-screen.tsx'),
      },
    ],
  },
  {
    lazy: () => import('./frame/signed-in-frame.tsx'),
    children: [
      {
        path: '/',
        handle: { label: 'Home', narrow: true } satisfies ScreenPlace,
        lazy: () => import('./features/organizations/home/home-screen.tsx'),
      },
      {
        path: '/organizations/new',
        handle: { label: 'New organization', narrow: true } satisfies ScreenPlace,
        lazy: () => import('./features/organizations/organization/new-organization-screen.tsx'),
      },
      {
        path: '/organizations/:organization',
        lazy: () => import('./frame/organization-frame.tsx'),
        children: [
          {
            index: true,
            handle: workSections.home,
            lazy: () => import('./features/organizations/organization/organization-screen.tsx'),
          },
          {
            path: 'athletes',
            handle: workSections.athletes,
            lazy: () => import('./features/athletes/athletes-screen.tsx'),
          },
          {
            path: 'athletes/:athlete',
            lazy: () => import('./features/athletes/record/athlete-screen.tsx'),
            children: [
              {
                index: true,
                handle: athleteTab('athletes.view'),
                lazy: () => import('./features/athletes/record/overview-tab.tsx'),
              },
              {
                path: 'deals',
                handle: athleteTab('deals.view'),
                lazy: () => import('./features/athletes/record/deals-tab.tsx'),
              },
              {
                path: 'money',
                handle: athleteTab('money.view'),
                lazy: () => import('./features/athletes/record/money-tab.tsx'),
              },
              {
                path: 'documents',
                handle: athleteTab('athletes.view'),
                lazy: () => import('./features/athletes/record/documents-tab.tsx'),
              },
              {
                path: 'activity',
                handle: athleteTab('athletes.view'),
                lazy: () => import('./features/athletes/record/activity-tab.tsx'),
              },
            ],
          },
          {
            path: 'athletes/import',
            handle: imports('Import athletes', athletes),
            lazy: () => import('./features/athletes/import/imports-screen.tsx'),
          },
          {
            path: 'athletes/import/:import',
            handle: imports('Import', { label: 'Import athletes', to: '/organizations/:organization/athletes/import' }),
            lazy: () => import('./features/athletes/import/import-screen.tsx'),
          },
          {
            path: 'deals',
            handle: workSections.deals,
            lazy: () => import('./features/deals/deals-screen.tsx'),
          },
          {
            path: 'deals/board',
            handle: workSections.deals,
            lazy: () => import('./features/deals/board/board-screen.tsx'),
          },
          {
            path: 'deals/agreements',
            handle: within(workSections.deals, 'Agreements'),
            lazy: () => import('./features/athletes/agreements/agreements-screen.tsx'),
          },
          {
            path: 'deals/check',
            handle: { ...within(workSections.deals, 'Check a signed PDF'), permission: 'money.view', narrow: true },
            lazy: () => import('./features/deals/check/check-screen.tsx'),
          },
          {
            path: 'deals/import',
            handle: { ...within(workSections.deals, 'Import'), permission: 'data.import' },
            lazy: () => import('./features/deals/import/deal-imports-screen.tsx'),
          },
          {
            // Approvers open it too.
            path: 'deals/import/:dealImport',
            handle: { ...within(workSections.deals, 'Import'), permission: 'money.view' },
            lazy: () => import('./features/deals/import/deal-import-screen.tsx'),
          },
          {
            path: 'deals/:deal/sign',
            handle: { ...within(workSections.deals, 'Sign'), narrow: true },
            lazy: () => import('./features/deals/sign/sign-screen.tsx'),
          },
          {
            path: 'deals/:deal',
            handle: { ...within(workSections.deals, 'Deal'), record: true },
            lazy: () => import('./features/deals/record/deal-screen.tsx'),
          },
          {
            path: 'compliance/rules',
            handle: within(workSections.compliance, 'Rules'),
            lazy: () => import('./features/compliance/rules-screen.tsx'),
          },
          {
            path: 'compliance/missing-facts',
            handle: within(workSections.compliance, 'Missing facts'),
            lazy: () => import('./features/disclosures/missing-facts-screen.tsx'),
          },
          {
            path: 'compliance/news',
            handle: within(workSections.compliance, 'Rule changes'),
            lazy: () => import('./features/compliance/news-screen.tsx'),
          },
          {
            path: 'compliance/payors',
            handle: within(workSections.compliance, 'Associated entities'),
            lazy: () => import('./features/compliance/payors-screen.tsx'),
          },
          {
            path: 'tasks',
            handle: workSections.tasks,
            lazy: () => import('./features/tasks/tasks-screen.tsx'),
          },
          {
            path: 'finances',
            handle: workSections.finances,
            lazy: () => import('./features/finances/overview-screen.tsx'),
          },
          {
            path: 'finances/forecast',
            handle: workSections.finances,
            lazy: () => import('./features/finances/forecast-screen.tsx'),
          },
          {
            path: 'finances/payments',
            handle: workSections.finances,
            lazy: () => import('./features/finances/payments-screen.tsx'),
          },
          {
            path: 'finances/receipts',
            handle: workSections.finances,
            lazy: () => import('./features/finances/receipts-screen.tsx'),
          },
          {
            path: 'finances/receipts/bank',
            handle: inFinances('Bank import', 'Receipts'),
            lazy: () => import('./features/finances/bank-screen.tsx'),
          },
          {
            path: 'finances/receipts/:receipt',
            handle: inFinances('Receipt', 'Receipts'),
            lazy: () => import('./features/finances/receipt-screen.tsx'),
          },
          {
            path: 'finances/fees',
            handle: workSections.finances,
            lazy: () => import('./features/finances/fees-screen.tsx'),
          },
          {
            path: 'finances/fees/:feeInvoice',
            handle: { ...inFinances('Invoice', 'Fees'), record: true },
            lazy: () => import('./features/finances/fee-invoice-screen.tsx'),
          },
          {
            path: 'finances/expenses',
            handle: workSections.finances,
            lazy: () => import('./features/finances/expenses-screen.tsx'),
          },
          {
            path: 'finances/expenses/:expense',
            handle: { ...inFinances('Expense', 'Expenses'), narrow: true, record: true },
            lazy: () => import('./features/finances/expense-screen.tsx'),
          },
          {
            path: 'finances/payables',
            handle: workSections.finances,
            lazy: () => import('./features/finances/payables-screen.tsx'),
          },
          {
            path: 'finances/statements',
            handle: workSections.finances,
            lazy: () => import('./features/finances/statements-screen.tsx'),
          },
          {
            path: 'finances/ledger',
            handle: workSections.finances,
            lazy: () => import('./features/finances/ledger-screen.tsx'),
          },
          {
            path: 'calendar',
            handle: workSections.calendar,
            lazy: () => import('./features/calendar/calendar-screen.tsx'),
          },
          {
            path: 'calendar/deliverables',
            handle: within(workSections.calendar, 'Deliverables'),
            lazy: () => import('./features/calendar/deliverables-screen.tsx'),
          },
          {
            path: 'calendar/league-days',
            handle: within(workSections.calendar, 'League days'),
            lazy: () => import('./features/calendar/league-days-screen.tsx'),
          },
          {
            path: 'compliance',
            handle: workSections.compliance,
            lazy: () => import('./features/disclosures/desk-screen.tsx'),
          },
          {
            path: 'compliance/forms/:kind',
            handle: {
              ...within(workSections.compliance, 'Report fields'),
              permission: 'disclosures.edit',
              narrow: true,
            },
            lazy: () => import('./features/disclosures/form-screen.tsx'),
          },
          {
            path: 'compliance/:disclosure',
            handle: { ...within(workSections.compliance, 'Disclosure'), record: true },
            lazy: () => import('./features/disclosures/disclosure-screen.tsx'),
          },
          {
            path: 'report-deal',
            handle: { label: 'Report a deal', narrow: true } satisfies ScreenPlace,
            lazy: () => import('./features/disclosures/report-deal-screen.tsx'),
          },
          {
            path: 'companies',
            handle: workSections.companies,
            lazy: () => import('./features/companies/companies-screen.tsx'),
          },
          {
            path: 'companies/:company',
            lazy: () => import('./features/companies/company-screen.tsx'),
            children: [
              { index: true, handle: inCompany },
              { path: 'deals', handle: inCompany },
              { path: 'money', handle: { ...inCompany, permission: 'money.view' } },
              { path: 'proofs', handle: inCompany },
              { path: 'activity', handle: inCompany },
            ],
          },
          {
            path: 'people',
            handle: settingsSections.people,
            lazy: () => import('./features/organizations/people/people-screen.tsx'),
          },
          {
            path: 'people/invitations',
            handle: settingsSections.people,
            lazy: () => import('./features/organizations/people/invitations-screen.tsx'),
          },
          {
            path: 'licenses',
            handle: settingsSections.licenses,
            lazy: () => import('./features/licenses/licenses-screen.tsx'),
          },
          {
            path: 'compliance/agent-notices',
            handle: within(workSections.compliance, 'Notices to schools'),
            lazy: () => import('./features/licenses/agent-notices-screen.tsx'),
          },
          {
            path: 'permissions',
            handle: settingsSections.permissions,
            lazy: () => import('./features/organizations/permissions/permissions-screen.tsx'),
          },
          {
            path: 'billing',
            handle: settingsSections.billing,
            lazy: () => import('./features/subscriptions/billing-screen.tsx'),
          },
          {
            path: 'activity',
            handle: settingsSections.activity,
            lazy: () => import('./features/audit/activity-screen.tsx'),
          },
          {
            path: 'programs',
            handle: settingsSections.programs,
            lazy: () => import('./features/programs/programs-screen.tsx'),
          },
          {
            path: 'tags',
            handle: settingsSections.tags,
            lazy: () => import('./features/athletes/settings/tags-screen.tsx'),
          },
          {
            path: 'custom-fields',
            handle: settingsSections.customFields,
            lazy: () => import('./features/athletes/settings/custom-fields-screen.tsx'),
          },
          {
            path: 'sports',
            handle: settingsSections.sports,
            lazy: () => import('./features/athletes/settings/sports-screen.tsx'),
          },
          {
            path: 'approvals',
            handle: settingsSections.approvals,
            lazy: () => import('./features/deals/settings/approvals-screen.tsx'),
          },
          {
            path: 'accounting',
            handle: settingsSections.accounting,
            lazy: () => import('./features/finances/accounting-screen.tsx'),
          },
          {
            path: 'archives',
            handle: settingsSections.archives,
            lazy: () => import('./features/archives/archive-screen.tsx'),
          },
          {
            path: 'settings',
            handle: settingsSections.settings,
            lazy: () => import('./features/organizations/organization/settings-screen.tsx'),
          },
        ],
      },
      {
        path: '/account',
        handle: inAccount('Profile'),
        lazy: () => import('./features/accounts/account/account-screen.tsx'),
      },
      {
        path: '/account/security',
        handle: inAccount('Security'),
        lazy: () => import('./features/accounts/account/security-screen.tsx'),
      },
      {
        path: '/account/notifications',
        handle: inAccount('Notifications'),
        lazy: () => import('./features/accounts/account/notifications-screen.tsx'),
      },
      {
        path: '/account/activity',
        handle: inAccount('Activity'),
        lazy: () => import('./features/audit/account-activity-screen.tsx'),
      },
      {
        path: '/account/guardianships',
        handle: inAccount('Guardianships'),
        lazy: () => import('./features/guardians/guardianships-screen.tsx'),
      },
      {
        path: '/account/guardianships/:guardianship/deals/:deal',
        handle: inAccount('Guardianships'),
        lazy: () => import('./features/guardians/guardian-signing-screen.tsx'),
      },
      {
        path: '/staff',
        lazy: () => import('./features/staff/staff-frame.tsx'),
        children: [
          {
            path: 'desk',
            handle: staffSections.desk,
            lazy: () => import('./features/demo/desk-screen.tsx'),
          },
          {
            path: 'desk/calendar',
            handle: staffSections.calendar,
            lazy: () => import('./features/demo/calendar-screen.tsx'),
          },
          {
            path: 'desk/figures',
            handle: staffSections.figures,
            lazy: () => import('./features/demo/figures-screen.tsx'),
          },
          {
            path: 'desk/:request',
            handle: {
              label: 'Request',
              within: { label: 'Demo requests', to: '/staff/desk' },
              record: true,
            } satisfies ScreenPlace,
            lazy: () => import('./features/demo/request-screen.tsx'),
          },
          {
            index: true,
            handle: staffSections.prices,
            lazy: () => import('./features/staff/prices-screen.tsx'),
          },
          {
            path: 'invoices',
            handle: staffSections.invoices,
            lazy: () => import('./features/staff/invoices-screen.tsx'),
          },
          {
            path: 'jobs',
            handle: staffSections.jobs,
            lazy: () => import('./features/staff/jobs-screen.tsx'),
          },
        ],
      },
    ],
  },
]
