/**
 * Layouts of the platform, each with the component that draws it. One screen stands for each of them: it is also checked
 * at 768 and 360 px, and in the dark (`layouts.test.ts`).
 */
export const layouts = {
  list: 'list/list-view.tsx',
  'record beside a list': 'list/record-panel.tsx',
  'record with tabs': 'records/record-tabs.tsx',
  deal: 'features/deals/record/deal-screen.tsx',
  board: 'features/deals/board/board-screen.tsx',
  report: 'features/disclosures/disclosure-screen.tsx',
  home: 'features/home/team-home.tsx',
  checklist: 'features/organizations/organization/checklist.tsx',
  'home of a guardian': 'features/guardians/guardian-home.tsx',
  calendar: 'features/calendar/month-grid.tsx',
  finances: 'features/finances/finances-frame.tsx',
  'finances overview': 'features/finances/overview-screen.tsx',
  import: 'features/imports/import-steps.tsx',
  people: 'features/organizations/people/people-frame.tsx',
  permissions: 'features/organizations/permissions/permission-grid.tsx',
  settings: 'frame/settings-navigation.tsx',
  account: 'features/accounts/account/account-frame.tsx',
  'form page': 'frame/signed-in-frame.tsx',
  dialog: '../../../packages/ui/src/dialog.tsx',
  search: 'frame/palette/palette.tsx',
  notifications: 'frame/notifications/notification-panel.tsx',
  'PDF viewer': 'pdf/pdf-viewer.tsx',
  'staff desk': 'features/demo/desk-screen.tsx',
  'signed-out form': 'frame/signed-out-frame.tsx',
  'company link': 'features/deals/link/agreement-screen.tsx',
  attestation: 'features/disclosures/attestation-screen.tsx',
} as const
export type Layout = keyof typeof layouts
