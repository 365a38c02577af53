import { buttonClass } from '@sherpa/ui/button'
import { PageHero } from '@sherpa/ui/page-hero'
import { Link } from 'react-router'
import { BackLink } from '../frame/back-link'

export const meta = () => [{ title: 'Page not found: Sherpa' }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <PageHero
      back={<BackLink />}
      title="Page not found"
      lead="There is no page at this address. It may have moved, or the link may be mistyped."
    >
      <div className="flex flex-wrap gap-3">
        <Link to="/" className={buttonClass()}>
          Go to the home page
        </Link>
        <Link to="/contact-us" className={buttonClass({ look: 'on-dark' })}>
          Tell us what you were looking for
        </Link>
      </div>
    </PageHero>
  )
}
