import { company } from './company'

export const aboutUs = {
  hero: {
    title: 'About Sherpa',
    lead: 'One platform for the whole lifecycle of an athlete, and for everyone who guides a career.',
  },
  features: {
    title: 'About Sherpa',
    lead: 'Sherpa is an AI-powered Player Relationship Management platform, delivered as software-as-a-service. It brings scouting, recruiting, NIL deals, pro contracts, marketing, finances and compliance together, so that nobody has to piece a career together from inboxes and spreadsheets.',
    cards: [
      {
        icon: 'spark',
        title: 'AI-Powered',
        text: 'Insights from your own rosters, deals and reports, where the decision is made.',
      },
      {
        icon: 'shield',
        title: 'Secure',
        text: 'Encrypted at rest and in transit, with access set by role and every change on record.',
      },
      {
        icon: 'layers',
        title: 'Scalable',
        text: 'Built on cloud infrastructure, from a single agent to a whole athletic department.',
      },
      {
        icon: 'compass',
        title: 'Comprehensive',
        text: 'From the first scouting report to the last pro contract, in one record.',
      },
    ],
  },
  benefits: {
    title: 'For Teams & Agents',
    lead: 'What changes when everyone works from the same record.',
    points: [
      {
        title: 'Scout smarter with AI insights',
        text: 'See what matters in a long list of prospects, and why it matters.',
      },
      {
        title: 'Centralize recruiting and player data',
        text: 'Contacts, evaluations, visits and files stay with the athlete, not with whoever took the call.',
      },
      {
        title: 'Track NIL and pro contracts',
        text: 'Terms, dates and obligations in view before they fall due.',
      },
      {
        title: 'Manage compliance and approvals',
        text: 'Disclosures and sign-offs reach the right person, and leave an audit trail.',
      },
      {
        title: 'See real ROI',
        text: 'Earnings and expenses meet the deals behind them, so the return is a number and not a feeling.',
      },
    ],
  },
  commandCenter: {
    title: 'Single Command Center',
    text: 'Rosters, deals, approvals and cash flow share one screen. Agents see their athletes, coaches see their team, compliance sees what waits for a signature, and each sees it at the same moment.',
    scene: 'One screen of Sherpa: a roster, an agreement on its way through approval, and the cash flow behind it.',
  },
  partnership: {
    title: 'Partnership Opportunities',
    text: 'You build tools for sports, advise athletes, or run a program that should work with ours? We would like to hear from you.',
    action: 'Write to us about a partnership',
    href: `mailto:${company.email}`,
  },
} as const
