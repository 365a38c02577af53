// Code and journeys of each feature, for `npm test -- changed`.

/**
 * `folders`: names below apps/server/src/domains and apps/platform/app/features. `contracts`: file name prefixes in
 * packages/contracts and packages/api-client. `journeys`: files in e2e.
 *
 * @type {Record<string, { folders: string[], contracts: string[], journeys: string[] }>}
 */
export const features = {
  accounts: {
    folders: ['accounts'],
    contracts: ['account', 'auth', 'second-factor'],
    journeys: ['platform-journeys', 'screens-signed-out', 'sign-in-forms'],
  },
  archives: { folders: ['archives'], contracts: ['archive'], journeys: ['platform-archive'] },
  athletes: {
    folders: ['athletes', 'guardians', 'imports'],
    contracts: ['athlete', 'contact-data', 'guardian', 'import', 'measurable', 'sports', 'agreement'],
    journeys: [
      'athletes',
      'athlete-import',
      'athlete-record',
      'coach',
      'deal-import',
      'guardian',
      'pdf-viewer',
      'screens-athletes',
    ],
  },
  programs: { folders: ['programs'], contracts: ['program'], journeys: ['programs', 'screens-organization'] },
  audit: {
    folders: ['audit'],
    contracts: ['activity', 'audit-trail'],
    journeys: ['audit-trail', 'screens-organization'],
  },
  calendar: {
    folders: ['calendar'],
    contracts: ['key-date', 'league-calendar', 'business-days'],
    journeys: ['calendar', 'screens-calendar'],
  },
  companies: {
    folders: ['companies'],
    contracts: ['company', 'companies'],
    journeys: ['companies', 'screens-companies'],
  },
  compliance: {
    folders: ['compliance'],
    contracts: ['compliance'],
    journeys: ['compliance', 'deals', 'screens-compliance', 'screens-deals'],
  },
  deals: {
    folders: ['deals'],
    contracts: ['deal', 'contract-years', 'exclusivity', 'payday', 'payment', 'reminder', 'signer-name'],
    journeys: [
      'deals',
      'deal-after-signing',
      'deal-import',
      'company-link',
      'entered-deals',
      'paydays',
      'calendar',
      'first-money',
      'reminders',
      'screens-deals',
    ],
  },
  'contact-log': { folders: ['contact-log'], contracts: ['contact-log'], journeys: ['contact-log'] },
  demo: { folders: ['demo'], contracts: ['demo', 'desk', 'visitor'], journeys: ['demo-desk', 'demo-form'] },
  finances: {
    folders: ['finances'],
    contracts: ['bank', 'books', 'expense', 'fee-invoice', 'finance', 'forecast', 'payout', 'receipt', 'statement'],
    journeys: [
      'finances',
      'finances-fees',
      'finances-forecast',
      'finances-receiving',
      'finances-spending',
      'screens-finances',
      'screens-finances-fees',
      'screens-finances-receiving',
      'screens-finances-spending',
    ],
  },
  home: { folders: ['home'], contracts: ['home'], journeys: ['home', 'needs'] },
  notifications: {
    folders: ['notifications'],
    contracts: ['notification'],
    journeys: ['platform-notifications', 'reminders'],
  },
  organizations: {
    folders: ['organizations', 'samples'],
    contracts: ['organization', 'handover', 'invitation', 'bulk-invitation', 'labels'],
    journeys: ['first-money', 'handover', 'invite-many', 'platform-people', 'screens-organization'],
  },
  staff: { folders: ['staff'], contracts: ['staff', 'job'], journeys: ['platform-jobs', 'screens-staff'] },
  subscriptions: {
    folders: ['subscriptions', 'plans'],
    contracts: ['billing', 'plan', 'subscription'],
    journeys: ['screens-organization'],
  },
  licenses: {
    folders: ['licenses'],
    contracts: ['license', 'agent-notice'],
    journeys: ['needs', 'screens-compliance'],
  },
  disclosures: {
    folders: ['disclosures'],
    contracts: ['disclosure'],
    journeys: ['disclosures', 'screens-compliance'],
  },
  tasks: { folders: ['tasks'], contracts: ['task'], journeys: ['tasks'] },
  sonar: { folders: ['sonar'], contracts: ['sonar', 'search'], journeys: ['sonar'] },
  views: { folders: ['views'], contracts: ['view'], journeys: ['platform-lists'] },
}

/** Journeys of shared code and of the public site, by code path. */
export const sharedJourneys = [
  {
    code: /^apps\/platform\/app\/(frame|session)\//,
    journeys: ['breadcrumb', 'home', 'offline', 'palette', 'platform-frame'],
  },
  { code: /^apps\/platform\/app\/(list|live)\//, journeys: ['list-heads', 'platform-lists', 'platform-live'] },
  { code: /^apps\/platform\/app\/data\//, journeys: ['after-update'] },
  { code: /^apps\/platform\/app\/pdf\//, journeys: ['pdf-viewer'] },
  { code: /^apps\/server\/src\/http\/api-docs/, journeys: ['api-docs'] },
  { code: /^packages\/finishing\//, journeys: ['before-scripts', 'first-load'] },
  {
    code: /^apps\/site\//,
    journeys: ['before-scripts', 'demo-form', 'every-page', 'frame', 'landing-page', 'other-pages'],
  },
]
