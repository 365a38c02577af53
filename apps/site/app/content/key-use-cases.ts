import { company } from './company'

export const keyUseCases = {
  hero: {
    title: 'Key Use Cases',
    lead: 'What sports organizations do with Sherpa, and the cloud it runs on.',
  },
  showcase: {
    label: 'Partner showcase',
    title: 'Sherpa and Microsoft Azure',
    text: 'We are glad to announce our collaboration with Microsoft Azure. Sherpa brings the playbook of athlete management; Azure brings the infrastructure it runs on. Together they let an organization start with a single roster and grow to many without changing its tools.',
    offer: {
      title: 'What we offer',
      points: [
        {
          title: 'Scouting and recruiting',
          text: 'Reports, prospects and visits in one place, with AI insights beside them.',
        },
        {
          title: 'NIL and contract management',
          text: 'Agreements from the first draft to the last obligation, with approvals on the way.',
        },
        {
          title: 'Compliance and audit trails',
          text: 'Disclosures that reach the right desk, and a record of who decided what.',
        },
        { title: 'Real-time financial tracking', text: 'Earnings, expenses and return on every deal, as they happen.' },
      ],
    },
    quotes: [
      { words: 'We used to look for the contract. Now we look at it.', from: 'A sports agency' },
      { words: 'Approvals that took a week of reminders take a day.', from: 'An athletic department' },
      { words: 'Everybody in the room finally has the same numbers.', from: 'A collective' },
    ],
    contact: {
      title: 'Talk to us',
      website: { label: company.website.replace('https://', ''), href: company.website },
      email: { label: company.email, href: `mailto:${company.email}` },
      phone: { label: company.phone.shown, href: `tel:${company.phone.dialled}` },
    },
  },
  azure: {
    title: 'Why Microsoft Azure?',
    points: [
      {
        icon: 'spark',
        title: 'Future-ready',
        text: 'A cloud that keeps adding to what can be built on it, so that what we plan next has ground to stand on.',
        figures: [{ figure: '1,000+', meaning: 'capabilities' }],
      },
      {
        icon: 'layers',
        title: 'Hybrid',
        text: 'On premises, in the cloud, or at the edge: organizations with systems of their own can connect them.',
        figures: [{ figure: '90%', meaning: 'of enterprises' }],
      },
      {
        icon: 'sliders',
        title: 'Build on your terms',
        text: 'Open languages, frameworks and tools, known to the people who will extend the platform with us.',
        figures: [{ figure: '15M+', meaning: 'developers' }],
      },
      {
        icon: 'shield',
        title: 'Trust your cloud',
        text: 'Security that is built in and watched over by specialists, around the clock.',
        figures: [
          { figure: '$1B+', meaning: 'security investment' },
          { figure: '3,500', meaning: 'cybersecurity experts' },
        ],
      },
    ],
    origin:
      'The figures in this section are claims of Microsoft about Azure, taken from its own promotional material. They are not figures of Sherpa, and we have not verified them.',
    link: { label: 'Visit Microsoft Azure', href: 'https://azure.microsoft.com/' },
  },
} as const
