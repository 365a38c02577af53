import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { termsClosing, termsOfService } from '../content/terms-of-service'
import { BackLink } from '../frame/back-link'
import { ClosingBand } from '../frame/closing-band'
import { pageMeta } from '../page-meta'
import { LegalDocument } from '../sections/legal/legal-document'

export const meta = () => pageMeta(pages.termsOfService)

export default function TermsOfService() {
  return (
    <>
      <PageHero back={<BackLink />} title={termsOfService.title} lead={termsOfService.lead} />
      <LegalDocument {...termsOfService} />
      <ClosingBand {...termsClosing} />
    </>
  )
}
