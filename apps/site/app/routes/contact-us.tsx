import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.contactUs)

export default function ContactUs() {
  return (
    <PageHero
      back={<BackLink />}
      title="Contact Us"
      lead="Questions, ideas or a partnership in mind? We read everything, and a person answers."
    />
  )
}
