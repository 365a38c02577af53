/** Texts of the landing page. */
export const hero = {
  taglines: [
    'The first Sports Intelligence Cloud',
    'Built for Agents. Trusted by Teams',
    'Empowering Athletes. Elevating Careers.',
    'Data-Driven Insights. Real Results.',
  ],
  copy: 'Scouting, recruiting, NIL deals, pro contracts, finances and compliance on one AI-powered Player Relationship Management platform, from high school and college to the pros.',
  scene: 'Sherpa at work: a roster, a NIL agreement on its way through approval, and the cash flow behind it.',
  pauseMotion: 'Pause animation',
} as const

export const howItWorks = {
  title: 'How It Works',
  lead: 'Four steps from the first sign-in to a clear view of every athlete, deal and dollar.',
  steps: [
    {
      scene: 'register',
      title: 'Register your agency or team',
      text: 'Create your organization and bring athletes, staff and history into one place.',
    },
    {
      scene: 'roles',
      title: 'Set roles and permissions',
      text: 'Decide what agents, coaches, support staff and athletes may see, change and approve.',
    },
    {
      scene: 'deals',
      title: 'Manage rosters and deals',
      text: 'Keep contracts, NIL agreements and sponsorships next to the athletes they belong to.',
    },
    {
      scene: 'financials',
      title: 'Track financials in real time',
      text: 'Follow earnings, expenses and the return on every deal as they happen.',
    },
  ],
} as const

export type StepScene = (typeof howItWorks.steps)[number]['scene']

export const aboutUs = {
  title: 'About Us',
  lead: 'Careers are built by many hands. We give all of them the same map.',
  parts: [
    {
      title: 'Our Mission',
      text: 'To give everyone who guides an athlete the whole picture, so that each decision serves the career and the person behind it.',
    },
    {
      title: 'Who We Are',
      text: 'The team behind an AI-powered Player Relationship Management platform, made for agents, teams, athletic departments and collectives.',
    },
    {
      title: 'Our Vision',
      text: 'One trusted record for the whole athlete lifecycle, from the first scouting report to the last pro contract.',
    },
    {
      title: 'Why Choose Sherpa',
      text: 'Rosters, deals, approvals and cash flow live together, with guidance inside the product and a dedicated success team beside you.',
    },
  ],
  more: 'Learn more',
  moreAbout: 'about Sherpa',
} as const

export const getInTouch = {
  title: 'Get in touch with our Team',
  lead: 'See the platform in half a minute, then talk to the people who build it.',
  film: {
    title: 'Sherpa in motion',
    description:
      'A short film without sound: a roster fills, an agreement climbs through its approvals, and the cash flow follows.',
  },
  newsletter: {
    title: 'Newsletter',
    label: 'Email address',
    placeholder: 'you@example.com',
    submit: 'Submit',
  },
} as const

/** Placeholder logos: replace them with the partners of your deployment. */
export const partners = {
  title: 'Partners',
  pause: 'Pause the carousel',
  logos: [
    { mark: 'cloud', name: 'Cloud partner' },
    { mark: 'scouting', name: 'Scouting partner' },
    { mark: 'contracts', name: 'Contracts partner' },
    { mark: 'compliance', name: 'Compliance partner' },
  ],
} as const

export type PartnerMark = (typeof partners.logos)[number]['mark']

export const scheduleDemo = {
  title: 'See Sherpa In action',
  lead: 'A personal walk through the platform, with your questions and your kind of roster in mind.',
  promises: [
    'A real person answers: within 4 hours on weekdays, within 24 hours on weekends.',
    'Bring anyone: agents, coaches, compliance, finance.',
    'No preparation needed, and nothing to install.',
  ],
  form: {
    title: 'Schedule Demo',
    name: 'Full name',
    email: 'Email address',
    phone: 'Phone',
    company: 'Company',
    preferredDate: 'Preferred date and time',
    choose: 'Choose a day and time',
    message: 'Additional information',
    optional: 'optional',
    submit: 'Schedule Demo',
    submitting: 'Scheduling...',
    withoutJavaScript: 'This form needs JavaScript. Without it, write to us and name a day and time that suits you:',
  },
  // Spec §8 requires the check mark.
  success: "✓ Demo scheduled successfully! We'll contact you soon.",
  failureNotice: 'Your request could not be sent. Nothing you typed is lost: please try again in a moment.',
} as const
