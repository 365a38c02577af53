import type { MetaDescriptor } from 'react-router'
import { faqs } from '../../content/faqs'

/** The questions and answers as search engines read them. */
export const faqsJsonLd: MetaDescriptor = {
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
}
