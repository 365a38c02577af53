import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { privacyClosing, privacyPolicy } from '../content/privacy-policy'
import { BackLink } from '../frame/back-link'
import { ClosingBand } from '../frame/closing-band'
import { pageMeta } from '../page-meta'
import { DataProtection } from '../sections/legal/data-protection'
import { LegalDocument } from '../sections/legal/legal-document'

export const meta = () => pageMeta(pages.privacyPolicy)

export default function PrivacyPolicy() {
  return (
    <>
      <PageHero back={<BackLink />} title={privacyPolicy.title} lead={privacyPolicy.lead} />
      <LegalDocument {...privacyPolicy} />
      <DataProtection />
      <ClosingBand {...privacyClosing} />
    </>
  )
}
