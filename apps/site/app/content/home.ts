/** The words of the landing page. */
export const hero = {
  taglines: [
    'The first Sports Intelligence Cloud',
    'Built for Agents. Trusted by Teams',
    'Empowering Athletes. Elevating Careers.',
    'Data-Driven Insights. Real Results.',
  ],
  copy: 'Sherpa is the AI-powered Player Relationship Management platform for agents, teams, athletic departments and collectives: scouting, recruiting, NIL deals, contracts, compliance and finances, from high school and college to the pros.',
} as const

export const howItWorks = {
  title: 'How It Works',
  lead: 'Four steps from the first sign-in to a clear view of every athlete, deal and dollar.',
  steps: [
    {
      title: 'Register your agency or team',
      text: 'Create your organization and bring your athletes and staff into one place.',
    },
    {
      title: 'Set roles and permissions',
      text: 'Decide what agents, coaches, support staff and athletes can see, change and approve.',
    },
    {
      title: 'Manage rosters and deals',
      text: 'Keep contracts, NIL agreements and sponsorships next to the people they belong to.',
    },
    {
      title: 'Track financials in real time',
      text: 'Follow earnings, expenses and return on every deal as they happen.',
    },
  ],
} as const

export const aboutUs = {
  title: 'About Us',
  parts: [
    {
      title: 'Our Mission',
      text: 'To give everyone who guides an athlete the whole picture, so that every decision serves the career and the person behind it.',
    },
    {
      title: 'Who We Are',
      text: 'A team that builds software for the people around the game: agents, coaches, compliance officers and support staff.',
    },
    {
      title: 'Our Vision',
      text: 'One trusted record for the whole athlete lifecycle, from the first scouting report to the last contract.',
    },
    {
      title: 'Why Choose Sherpa',
      text: 'Rosters, deals, approvals and cash flow live together here, with a dedicated success team beside you from the first day.',
    },
  ],
  more: 'Learn more',
  moreAbout: 'about Sherpa',
} as const

export const partners = { title: 'Partners' } as const
