import { company } from './company'
import type { LegalPage } from './legal'

export const termsOfService: LegalPage = {
  title: 'Terms of Service',
  lead: 'The agreement between you and Sherpa when you use the platform. Please read it before you do.',
  lastUpdated: '2026-11-15',
  sections: [
    {
      id: 'use-of-platform',
      title: 'Use of Platform',
      text: [
        'Sherpa provides a cloud platform for managing athletes, rosters, contracts, name-image-likeness (NIL) deals, sponsorships, scouting, recruiting, compliance and finances. By creating an account or using the platform you accept these terms, for yourself and for the organization on whose behalf you act.',
        'You may use the platform for lawful purposes only. You agree to follow the laws that apply to you, as well as the rules of the leagues, associations and institutions you work with, and not to use the platform to harm others, to interfere with its operation, or to reach data that is not yours to see.',
        'You are responsible for what happens under your account. Keep your credentials to yourself, give each person in your organization an account of their own, and tell us without delay if you believe that an account has been misused.',
      ],
    },
    {
      id: 'data-and-privacy',
      title: 'Data & Privacy',
      text: [
        {
          before: 'How we collect, use and protect data is described in our ',
          link: { label: 'Privacy Policy', to: '/privacy-policy' },
          after: ', which is part of these terms.',
        },
        'The data that you and your organization enter remains yours. You give us the permission that we need to store, process and show it in order to provide the platform to you. You confirm that you are entitled to enter it, and that you have obtained the consents it requires, in particular those of athletes.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual Property',
      text: [
        'The platform, its software, design, models, documentation and brand belong to Sherpa. So do the outputs that its artificial intelligence produces, such as insights, scores, summaries and drafts. While your subscription lasts you may use them within your organization for the purposes of the platform.',
        'You may not resell, redistribute, publish or sublicense the platform or its AI outputs, in whole or in part, without our prior written consent, nor copy the platform or try to derive its source code or models.',
      ],
    },
    {
      id: 'platform-disclaimer',
      title: 'Platform Disclaimer',
      text: [
        'The platform is provided as it is and as it is available. We work to keep it correct and running, but we do not promise that it is free of errors or never interrupted.',
        'Output of artificial intelligence can be incomplete, out of date or wrong. We do not guarantee its accuracy. Check it before you rely on it, and treat it as one source among others.',
      ],
    },
    {
      id: 'legal-disclaimer',
      title: 'Legal Disclaimer',
      text: [
        'Sherpa is not a law firm and does not give legal advice. Contracts and other documents that the platform generates are for information only.',
        'Have every generated document reviewed by a qualified attorney before you sign it, send it or act on it. Using the platform does not create an attorney-client relationship.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      text: [
        'Decisions about athletes, contracts, money and compliance are yours. We are not liable for decisions that you or others make with the platform or on the basis of its data, insights or documents, nor for the outcome of those decisions.',
        'Neither are we liable for the acts of third parties whose services you connect to the platform.',
      ],
    },
    {
      id: 'limitation-of-liability',
      title: 'Limitation of Liability',
      text: [
        'To the extent that the law allows, our total liability for all claims in connection with the platform or these terms is limited to the amount that you paid to us for the platform in the twelve (12) months preceding the event from which the claim arises.',
        'To the same extent, we are not liable for indirect, incidental, special, consequential or punitive damages, or for lost profits, revenue, opportunities or data, even if we were told that they were possible.',
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnification',
      text: [
        'You agree to indemnify Sherpa, its people and its partners, and to hold them harmless, against claims, damages, losses and costs, including reasonable attorneys’ fees, that arise from your use of the platform, from the data you enter, or from your violation of these terms, of the law, or of the rights of others.',
      ],
    },
    {
      id: 'customizations',
      title: 'Customizations',
      text: [
        'We may adapt the platform to your organization, for example with your own workflows, fields, reports or integrations. Such customizations do not transfer ownership: they remain part of the platform and belong to Sherpa, whether or not they were made at your request or expense. Your data stays yours.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      text: [
        'You may stop using the platform at any time. We may suspend or terminate access, for a person or for an organization, if these terms are violated, if the law requires it, or if it is necessary to protect the platform or other people. Where the circumstances permit, we tell you first and give you the chance to put things right.',
        'When access ends, your right to use the platform ends with it. The sections on intellectual property, disclaimers, liability, indemnification and governing law continue to apply.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing Law',
      text: [
        'These terms are governed by the laws of the State of Delaware, without regard to its rules on conflicts of law. The courts of Delaware have exclusive jurisdiction over disputes that arise from these terms or from the use of the platform.',
        {
          before: 'Questions about these terms reach us at ',
          link: { label: company.email, href: `mailto:${company.email}` },
          after: '.',
        },
      ],
    },
  ],
}

export const termsClosing = {
  title: 'Know how we treat your data',
  text: 'Our Privacy Policy says what we collect, why, and what you can ask of us. For anything else, talk to us.',
  links: [
    { label: 'Privacy Policy', to: '/privacy-policy' },
    { label: 'Contact Us', to: '/contact-us' },
  ],
} as const
