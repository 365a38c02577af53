import { PageHero } from '@sherpa/ui/page-hero'
import { keyUseCases } from '../content/key-use-cases'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'
import { PartnerShowcase } from '../sections/key-use-cases/partner-showcase'
import { WhyAzure } from '../sections/key-use-cases/why-azure'

export const meta = () => pageMeta(pages.keyUseCases)

export default function KeyUseCases() {
  return (
    <>
      <PageHero back={<BackLink />} {...keyUseCases.hero} />
      <PartnerShowcase />
      <WhyAzure />
    </>
  )
}
