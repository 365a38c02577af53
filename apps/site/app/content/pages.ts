/** Titles and descriptions for search engines, shared links and tabs. */
export const pages = {
  home: {
    path: '/',
    title: 'Sherpa: the first Sports Intelligence Cloud',
    description:
      'Rosters, contracts, NIL deals, compliance and real-time finances in one Player Relationship Management platform for agents, teams and athletic departments.',
  },
  aboutUs: {
    path: '/about-us',
    title: 'About Sherpa: one command center for athlete careers',
    description:
      'What Sherpa is and who it is for: scouting, recruiting, NIL and pro contracts, compliance and ROI for teams and agents, on one secure platform.',
  },
  contactUs: {
    path: '/contact-us',
    title: 'Contact Sherpa: talk to our team',
    description:
      'Write to us, schedule a call or ask for a demo. We answer within 4 hours on weekdays and within 24 hours on weekends.',
  },
  faqs: {
    path: '/faqs',
    title: 'FAQs: features, pricing and security of Sherpa',
    description:
      'Answers to the questions agents, teams and athletic departments ask about Sherpa: pricing, integrations, security, compliance and support.',
  },
  termsOfService: {
    path: '/terms-of-service',
    title: 'Terms of Service of Sherpa',
    description:
      'The terms that apply to the Sherpa platform: permitted use, intellectual property, disclaimers, liability, termination and governing law.',
  },
  privacyPolicy: {
    path: '/privacy-policy',
    title: 'Privacy Policy of Sherpa',
    description:
      'What data Sherpa collects, what it is used for, how it is protected, and how to ask for an export or a deletion.',
  },
  keyUseCases: {
    path: '/key-use-cases',
    title: 'Key Use Cases: Sherpa with Microsoft Azure',
    description:
      'How sports organizations use Sherpa on Microsoft Azure: what we offer together, what customers say, and why the cloud underneath matters.',
  },
} as const

export type Page = (typeof pages)[keyof typeof pages]
