import { Logo } from '@sherpa/ui/logo'
import { Link, useLocation } from 'react-router'
import { smoothScrollToTop } from '../behaviors/smooth-scroll'
import { company } from '../content/company'
import { footerLinks } from '../content/navigation'
import { SocialIcon } from './social-icon'

// Spec §9
const SCROLL_TO_TOP_DELAY_MS = 100

export function SiteFooter() {
  const { pathname } = useLocation()
  return (
    <footer id="ContactUs" tabIndex={-1} className="on-dark border-t border-ink-line">
      <div className="page-width grid gap-12 py-16 md:grid-cols-[1.4fr_1fr] lg:py-24">
        <div className="max-w-md">
          <span className="text-white">
            <Logo />
          </span>
          <p className="mt-5 text-sm">{company.description}</p>
          <ul className="mt-7 flex gap-3">
            {company.socialProfiles.map(({ network, url }) => (
              <li key={network}>
                <a
                  href={url}
                  target="_blank"
                  rel="noopener"
                  aria-label={`Sherpa on ${network}`}
                  className="grid size-11 place-items-center rounded-full border border-ink-line text-white transition-colors hover:bg-ink-raised"
                >
                  <SocialIcon network={network} />
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Footer">
          <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            {footerLinks.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  // The current page scrolls smoothly to its top; a new page starts there.
                  preventScrollReset={to === pathname}
                  onClick={() => setTimeout(smoothScrollToTop, SCROLL_TO_TOP_DELAY_MS)}
                  className="inline-block min-w-11 py-2.5 text-sm font-medium text-white underline-offset-4 hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="border-t border-ink-line">
        <p className="page-width py-6 text-xs">{company.copyright}</p>
      </div>
    </footer>
  )
}
