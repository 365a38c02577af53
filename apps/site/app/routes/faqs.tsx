import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.faqs)

export default function Faqs() {
  return (
    <PageHero
      back={<BackLink />}
      title="Frequently Asked Questions"
      lead="Everything you need to know about the features, pricing and capabilities of Sherpa."
    />
  )
}
