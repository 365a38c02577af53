import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.termsOfService)

export default function TermsOfService() {
  return (
    <PageHero
      back={<BackLink />}
      title="Terms of Service"
      lead="The agreement between you and Sherpa when you use the platform."
    />
  )
}
