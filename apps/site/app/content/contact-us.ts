import { company } from './company'

export const contactUs = {
  hero: {
    title: 'Contact Us',
    lead: 'Questions, ideas or a partnership in mind? We read everything, and a person answers.',
  },
  cards: {
    title: 'Contact',
    email: {
      title: 'Email',
      text: 'Write to us at any time. You get a response within 24 hours.',
    },
    responseTime: {
      title: 'Response time',
      times: [
        { days: 'Monday to Friday', within: 'within 4 hours' },
        { days: 'Weekends', within: 'within 24 hours' },
      ],
    },
    partnership: {
      title: 'Partnership inquiries',
      text: 'Tools, programs and organizations that should work with Sherpa: tell us what you have in mind.',
      action: 'Propose a partnership',
      href: `mailto:${company.email}?subject=${encodeURIComponent('Partnership inquiry')}`,
    },
  },
  copy: {
    action: 'Copy address',
    done: `Copied ${company.email}`,
    failed: 'Your browser does not let us copy. Please select the address instead.',
  },
  otherWays: {
    title: 'Other Ways to Reach Us',
    liveChat: { title: 'Live chat', text: 'With our team, during business hours.' },
    call: { title: 'Schedule a call', text: 'Name a time that suits you by email, or call us:' },
    message: { title: 'Direct message', text: 'Send us a message via social media:' },
    email: {
      action: 'Send us an Email',
      href: `mailto:${company.email}?subject=${encodeURIComponent('Inquiry from Website')}`,
    },
  },
  faqs: {
    title: 'Frequently Asked Questions',
    entries: [
      {
        question: 'What is your typical response time?',
        answer: 'We answer within 4 hours on weekdays and within 24 hours on weekends.',
      },
      {
        question: 'Do you offer free demos?',
        answer:
          'Yes. Every demo is free and personalized: we prepare it around your organization, your sport and the questions you bring.',
      },
      {
        question: 'How do I schedule a consultation?',
        answer: `Email us at ${company.email} with a few times that suit you, and we will arrange it.`,
      },
    ],
  },
} as const
