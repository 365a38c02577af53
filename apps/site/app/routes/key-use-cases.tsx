import { PageHero } from '@sherpa/ui/page-hero'
import { pages } from '../content/pages'
import { BackLink } from '../frame/back-link'
import { pageMeta } from '../page-meta'

export const meta = () => pageMeta(pages.keyUseCases)

export default function KeyUseCases() {
  return (
    <PageHero
      back={<BackLink />}
      title="Key Use Cases"
      lead="What sports organizations do with Sherpa, and the cloud it runs on."
    />
  )
}
