import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.aboutUs)

export default function AboutUs() {
  return (
    <PageHero
      back={<BackLink />}
      title="About Sherpa"
      lead="One platform for the whole athlete lifecycle, built for the people who guide careers."
    />
  )
}
