import type { IconName } from '@sherpa/ui/icon'

export type Faq = { id: number; question: string; answer: string; category: string; icon: IconName }

export const faqsPage = {
  hero: {
    title: 'Frequently Asked Questions',
    lead: 'Everything you need to know about the features, pricing and capabilities of Sherpa.',
  },
  list: 'Questions',
  closing: {
    title: 'Still have questions?',
    text: 'Our team is here to help you get the most out of Sherpa.',
    action: 'Contact Our Team',
  },
} as const

export const faqs: readonly Faq[] = [
  {
    id: 1,
    question: 'What is Sherpa?',
    answer:
      'Sherpa is the first Sports Intelligence Cloud: an AI-powered Player Relationship Management platform, delivered as software-as-a-service. It covers the whole athlete lifecycle, from scouting and recruiting through NIL deals and pro contracts to marketing, financial tracking and compliance.',
    category: 'General',
    icon: 'compass',
  },
  {
    id: 2,
    question: 'Who can use Sherpa?',
    answer:
      'Sports agents and agencies, teams, athletic departments and collectives, together with the coaches, support staff and athletes they work with, from high school and college to the pros. Each role sees what it needs, and nothing more than its organization allows.',
    category: 'General',
    icon: 'people',
  },
  {
    id: 3,
    question: 'How does pricing work?',
    answer:
      'Sherpa comes in tiered packages for teams and for agencies, so that you pay for the size and the needs you have. Tell us about your organization and we will recommend the package that fits.',
    category: 'Pricing',
    icon: 'tag',
  },
  {
    id: 4,
    question: 'Is Sherpa only for NIL?',
    answer:
      'No. NIL is one part of it. Sherpa covers an athlete’s path from college NIL agreements through pro contracts in the NFL, NBA and MLB, with the scouting, marketing, finances and compliance that go with them.',
    category: 'Features',
    icon: 'layers',
  },
  {
    id: 5,
    question: 'How secure is Sherpa?',
    answer:
      'Your data is encrypted at rest and in transit and runs on a cloud provider’s infrastructure. Roles and permissions decide who can see and change what, audit trails keep a record, and we never sell your data or share it without consent.',
    category: 'Security',
    icon: 'lock',
  },
  {
    id: 6,
    question: 'Does Sherpa integrate with other platforms?',
    answer:
      'Yes. Sherpa works with scouting, contract-management and compliance tools, and with the services of our cloud partner. Only the minimum of data that an integration needs is shared with it.',
    category: 'Features',
    icon: 'plug',
  },
  {
    id: 7,
    question: 'How does Sherpa handle compliance?',
    answer:
      'NIL disclosures, contract approvals and audit trails are part of the platform. Agreements reach the people who must approve them before they take effect, every step is recorded, and our handling of data follows NCAA, NIL and league standards.',
    category: 'Compliance',
    icon: 'checklist',
  },
  {
    id: 8,
    question: 'Can Sherpa be customized?',
    answer:
      'Yes. Roles, permissions, approvals and the way your rosters and deals are organized can follow your own rules, and our success team helps you set them up.',
    category: 'Features',
    icon: 'sliders',
  },
  {
    id: 9,
    question: 'What kind of support is included?',
    answer:
      'In-app guidance where you work, weekly check-ins during the beta, and a dedicated success team. We answer within 4 hours on weekdays and within 24 hours on weekends.',
    category: 'Support',
    icon: 'lifebuoy',
  },
]

/** Categories in order of first use. */
export const faqCategories = [...new Set(faqs.map((faq) => faq.category))]
