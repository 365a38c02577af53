import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.privacyPolicy)

export default function PrivacyPolicy() {
  return (
    <PageHero
      back={<BackLink />}
      title="Privacy Policy"
      lead="What we collect, why we collect it, how we protect it, and what you can ask of us."
    />
  )
}
