import type { IconName } from '@sherpa/ui/icon'
import { company } from './company'
import type { LegalPage } from './legal'

export const privacyPolicy: LegalPage = {
  title: 'Privacy Policy',
  lead: 'What we collect, why we collect it, how we protect it, and what you can ask of us.',
  lastUpdated: '2026-11-15',
  sections: [
    {
      id: 'data-collection',
      title: 'Data Collection',
      text: [
        'We collect a limited set of data, and only what the platform needs: account details such as names, email addresses and roles; team data such as rosters, organizations and memberships; and contract records such as agreements, approvals and the payments that belong to them.',
        'When you ask for a demo on this site we receive what you enter in the form: your name and email address, the time you prefer, and, if you choose, a phone number, a company and a message. We use it to answer you. This site sets no advertising or tracking cookies.',
      ],
    },
    {
      id: 'data-usage',
      title: 'Data Usage',
      text: [
        'We use data only to deliver, improve and secure the platform: to show you and your organization what you came for, to support you, to find and fix faults, and to prevent misuse.',
        'We do not sell data, and we do not share it without consent.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      text: [
        'Data is encrypted at rest and in transit. Access is limited by role, inside your organization and inside ours, and what happens to records of importance is kept in an audit trail.',
        'No system is perfectly safe. If something happens that concerns your data, we tell you without undue delay what we know and what we do about it.',
      ],
    },
    {
      id: 'compliance',
      title: 'Compliance',
      text: [
        'The platform serves people who work under the rules of associations and leagues, and our handling of data follows NCAA, NIL and league standards. Disclosures, approvals and audit trails are built so that you can show that you kept to them.',
      ],
    },
    {
      id: 'third-party-integrations',
      title: 'Third-Party Integrations',
      text: [
        'The platform runs on a cloud provider’s infrastructure and can be connected to other tools, for example for scouting, contract management or compliance. We share with such partners the minimum of data that the service requires, and expect of them the care that we take ourselves.',
        'An integration that you switch on yourself receives the data that you allow it to receive. Its own terms and policies apply to what it does with it.',
      ],
    },
    {
      id: 'user-control',
      title: 'User Control',
      text: [
        'Your data is yours. You can ask for a copy of it or for its deletion at any time.',
        {
          before: 'Write to ',
          link: { label: company.email, href: `mailto:${company.email}` },
          after:
            ' from the address of your account. We confirm your request, and tell you if there are records that the law or a league obliges us to keep.',
        },
      ],
    },
    {
      id: 'policy-updates',
      title: 'Policy Updates',
      text: [
        'This policy may change as the platform and the rules around it do. The date at the top says when it last did. If you continue to use the platform after a change, you accept the policy as changed.',
      ],
    },
  ],
}

export const dataProtection: {
  title: string
  cards: readonly { icon: IconName; title: string; text: string }[]
} = {
  title: 'Enterprise-Grade Data Protection',
  cards: [
    { icon: 'lock', title: 'Encrypted Storage', text: 'At rest and in transit, for every record and every file.' },
    { icon: 'checklist', title: 'Compliance Ready', text: 'In line with NCAA, NIL and league standards.' },
    { icon: 'sliders', title: 'User Control', text: 'Export or deletion of your data, on request.' },
  ],
}

export const privacyClosing = {
  title: 'Questions About Your Privacy?',
  text: 'Read the terms that go with this policy, or ask us directly.',
  links: [
    { label: 'Terms of Service', to: '/terms-of-service' },
    { label: 'Contact Us', to: '/contact-us' },
  ],
} as const
