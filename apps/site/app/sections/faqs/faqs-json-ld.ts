import type { MetaDescriptor } from 'react-router'
import { faqs } from '../../content/faqs'

/** Structured data for search engines. */
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
