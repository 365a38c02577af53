import { ownValue } from '@sherpa/contracts/own-value'

const deals = {
  name: 'Deals',
  description: 'Contracts, NIL and sponsorships: terms, approval, signatures, and what is due.',
}

const companies = { name: 'Companies', description: 'Whom deals are made with, and their people.' }

/** Areas of the API, by first path segment, or by the one after the organization. */
const areas: Record<string, { name: string; description: string }> = {
  demo: { name: 'Demo', description: 'Schedule a demo of Sherpa.' },
  plans: { name: 'Plans', description: 'The plans that an organization can subscribe to.' },
  account: { name: 'Account', description: 'Register, log in, and manage your own account.' },
  organizations: {
    name: 'Organizations',
    description: 'Agencies, teams, athletic departments and collectives: their people, roles and permissions.',
  },
  invitations: { name: 'Invitations', description: 'Invite people to an organization, and answer an invitation.' },
  handovers: {
    name: 'Handovers',
    description: 'Work of members who left or lost access, and moving it back.',
  },
  subscriptions: {
    name: 'Subscriptions',
    description: 'The plan of an organization: choose, change and cancel it, and accept its price.',
  },
  invoices: { name: 'Invoices', description: 'The invoices of an organization.' },
  athletes: { name: 'Athletes', description: 'The roster of an organization, and everything about each athlete.' },
  sonar: { name: 'Sonar', description: 'Questions in words: how they are read, their history, and the AI setting.' },
  companies,
  'company-contacts': companies,
  deals,
  'deal-work': deals,
  compliance: {
    name: 'Compliance',
    description: 'What compliance rules need to know, and answers to what they block.',
  },
  'key-dates': { name: 'Key dates', description: 'Days on which something must be done, or lapses.' },
  'league-events': { name: 'League calendar', description: 'The days of leagues that key dates depend on.' },
  deliverables: { name: 'Deliverables', description: 'What athletes owe under their deals, and the proof of it.' },
  payments: { name: 'Payments', description: 'Money that deals promise.' },
  finances: {
    name: 'Finances',
    description: 'Receipts, fees, expenses, payouts and invoices, and the ledger that they are booked in.',
  },
  'agreement-documents': { name: 'Agreement documents', description: 'The content of signed agreements.' },
  'expense-files': { name: 'Receipts of expenses', description: 'The content of receipts of expenses.' },
  'deal-documents': { name: 'Documents of deals', description: 'The content of documents of deals.' },
  'deal-links': {
    name: 'Links of deals',
    description: 'For companies: read, sign or answer a deal by link, without an account.',
  },
  'document-checks': {
    name: 'Document checks',
    description: 'Whether a document is one that was frozen or signed here.',
  },
  'approval-chains': { name: 'Approvals', description: 'Who has to approve which deals, in which order.' },
  files: { name: 'Files', description: 'The content of files of athletes.' },
  guardianships: {
    name: 'Guardianships',
    description:
      'For parents and guardians of athletes under 18: confirm that you are one, and decide about an account.',
  },
  imports: {
    name: 'Imports',
    description: 'Athletes from spreadsheets: upload, match columns, check, import and undo.',
  },
  archives: { name: 'Archives', description: 'Everything that is kept for an organization, as one file.' },
  tags: { name: 'Tags', description: 'Words that athletes are marked with.' },
  'custom-fields': { name: 'Custom fields', description: 'Fields that an organization has added to its athletes.' },
  sports: { name: 'Sports', description: 'The sports that an organization works in.' },
  views: { name: 'Saved views', description: 'Lists of an organization that people have saved under a name.' },
  disclosures: {
    name: 'Disclosures',
    description: 'Reports to clearinghouses, schools and others: deadline, packet and proof.',
  },
  'disclosure-forms': { name: 'Disclosure forms', description: 'Labels and order of the fields of packets.' },
  'disclosure-files': { name: 'Files of disclosures', description: 'The content of proof of filing.' },
  'reported-deals': { name: 'Reported deals', description: 'Deals that athletes report, and the answers to them.' },
  attestations: {
    name: 'Questions to payors',
    description:
      'For payors: say who owns the company and how it is related to the school, by link, without an account.',
  },
  tasks: { name: 'Tasks', description: 'What members have to do, about an athlete, a deal, a company or nothing.' },
  licenses: { name: 'Licenses', description: 'Registrations of members as agents, per state.' },
  'license-files': { name: 'License documents', description: 'The content of documents of licenses.' },
  'agent-notices': { name: 'Agent notices', description: 'Notices of agents who signed an athlete.' },
  'agent-notice-files': { name: 'Agent notice documents', description: 'The content of agent notices.' },
  staff: { name: 'Staff', description: 'For people who work at Sherpa.' },
}

/** The area of `/account/login` is account; that of `/organizations/:organization/invitations` is invitations. */
export function areaOf(path: string) {
  const [first = '', , inside = ''] = path.split('/').slice(1)
  const word = first === 'organizations' && Object.hasOwn(areas, inside) ? inside : first
  return ownValue(areas, word) ?? { name: word.charAt(0).toUpperCase() + word.slice(1), description: '' }
}
