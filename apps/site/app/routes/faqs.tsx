import { PageHero } from '@sherpa/ui/page-hero'
import { faqsPage } from '../content/faqs'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { ClosingBand } from '../frame/closing-band'
import { pageMeta } from '../page-meta'
import { CategoryBadges } from '../sections/faqs/category-badges'
import { faqsJsonLd } from '../sections/faqs/faqs-json-ld'
import { QuestionList } from '../sections/faqs/question-list'

export const meta = () => [...pageMeta(pages.faqs), faqsJsonLd]

export default function Faqs() {
  const { hero, closing } = faqsPage
  return (
    <>
      <PageHero back={<BackLink />} {...hero}>
        <CategoryBadges />
      </PageHero>
      <QuestionList />
      <ClosingBand
        title={closing.title}
        text={closing.text}
        links={[{ label: closing.action, to: pages.contactUs.path }]}
      />
    </>
  )
}
