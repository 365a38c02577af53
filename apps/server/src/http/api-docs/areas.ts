/** The parts of the API, by the first word of their paths. */
const areas: Record<string, { name: string; description: string }> = {
  demo: { name: 'Demo', description: 'Schedule a demo of Sherpa.' },
  plans: { name: 'Plans', description: 'The plans that an organization can subscribe to.' },
  account: { name: 'Account', description: 'Register, log in, and manage your own account.' },
  organizations: {
    name: 'Organizations',
    description: 'Agencies, teams, athletic departments and collectives: their people, roles and permissions.',
  },
  invitations: { name: 'Invitations', description: 'Invite people to an organization, and answer an invitation.' },
  subscriptions: {
    name: 'Subscriptions',
    description: 'The plan of an organization: choose, change and cancel it, and accept its price.',
  },
  invoices: { name: 'Invoices', description: 'The invoices of an organization.' },
  views: { name: 'Saved views', description: 'Lists of an organization that people have saved under a name.' },
  staff: { name: 'Staff', description: 'For people who work at Sherpa.' },
}

/** The area of `/account/login` is account; that of `/organizations/:organization/invitations` is invitations. */
export function areaOf(path: string) {
  const [first = '', , inside = ''] = path.split('/').slice(1)
  const word = first === 'organizations' && Object.hasOwn(areas, inside) ? inside : first
  return areas[word] ?? { name: word.charAt(0).toUpperCase() + word.slice(1), description: '' }
}
