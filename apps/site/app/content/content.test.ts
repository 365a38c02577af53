import { expect, test } from 'vitest'
import { faqCategories, faqs } from './faqs'
import { privacyPolicy } from './privacy-policy'
import { termsOfService } from './terms-of-service'

test('has nine questions in order, with number and category', () => {
  expect(faqs.map(({ id, question, category }) => [id, question, category])).toEqual([
    [1, 'What is Sherpa?', 'General'],
    [2, 'Who can use Sherpa?', 'General'],
    [3, 'How does pricing work?', 'Pricing'],
    [4, 'Is Sherpa only for NIL?', 'Features'],
    [5, 'How secure is Sherpa?', 'Security'],
    [6, 'Does Sherpa integrate with other platforms?', 'Features'],
    [7, 'How does Sherpa handle compliance?', 'Compliance'],
    [8, 'Can Sherpa be customized?', 'Features'],
    [9, 'What kind of support is included?', 'Support'],
  ])
})

test('the categories are derived from the questions', () => {
  expect(faqCategories).toEqual(['General', 'Pricing', 'Features', 'Security', 'Compliance', 'Support'])
})

test('no answer is missing or repeated', () => {
  const answers = faqs.map((faq) => faq.answer)
  expect(new Set(answers).size).toBe(9)
  for (const answer of answers) expect(answer.length).toBeGreaterThan(80)
})

test('the terms have their eleven sections in order', () => {
  expect(termsOfService.sections.map((section) => section.title)).toEqual([
    'Use of Platform',
    'Data & Privacy',
    'Intellectual Property',
    'Platform Disclaimer',
    'Legal Disclaimer',
    'Liability',
    'Limitation of Liability',
    'Indemnification',
    'Customizations',
    'Termination',
    'Governing Law',
  ])
})

test('the privacy policy has its seven sections in order', () => {
  expect(privacyPolicy.sections.map((section) => section.title)).toEqual([
    'Data Collection',
    'Data Usage',
    'Security',
    'Compliance',
    'Third-Party Integrations',
    'User Control',
    'Policy Updates',
  ])
})

test.each([
  ['terms', termsOfService],
  ['privacy policy', privacyPolicy],
])('every section of the %s has text and a unique id', (_, { sections, lastUpdated }) => {
  expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length)
  for (const section of sections) expect(section.text.length).toBeGreaterThan(0)
  expect(Number.isNaN(Date.parse(lastUpdated))).toBe(false)
})

test('the terms contain the agreed wording', () => {
  const text = JSON.stringify(termsOfService)
  for (const fact of ['lawful purposes', 'written consent', 'attorney', 'twelve (12) months', 'Delaware']) {
    expect(text).toContain(fact)
  }
})
