import { Logo } from '@sherpa/ui/logo'
import { Link, useLocation } from 'react-router'
import { useScrollSpy } from '../behaviors/scroll-spy'
import { useSectionLink } from '../behaviors/section-navigation'
import { type MenuSection, menuSections } from '../content/navigation'
import { MenuButton, MobileMenu } from './mobile-menu'
import { PlatformLinks } from './platform-links'
import { SectionLinks } from './section-links'

const sectionIds = menuSections.map((section) => section.id) as [MenuSection, ...MenuSection[]]

export function SiteHeader() {
  const onLandingPage = useLocation().pathname === '/'
  const sectionInView = useScrollSpy(sectionIds, onLandingPage)
  const current = onLandingPage ? sectionInView : undefined
  const home = useSectionLink()('home')

  return (
    <>
      <header className="on-dark fixed inset-x-0 top-0 z-30 border-b border-ink-line">
        <div className="page-width flex h-18 items-center gap-4">
          <Link {...home} aria-label="Sherpa, home" className="rounded-sm py-px text-white">
            <Logo />
          </Link>
          {onLandingPage && (
            <nav aria-label="Sections" className="mx-auto hidden lg:block">
              <ul className="flex gap-1">
                <SectionLinks
                  current={current}
                  linkClass="block rounded-sm px-3 py-2.5 text-sm font-medium text-mist transition-colors hover:text-white aria-[current]:bg-ink-raised aria-[current]:text-white"
                />
              </ul>
            </nav>
          )}
          <div className={`ml-auto hidden gap-2 sm:flex ${onLandingPage ? 'lg:ml-0' : ''}`}>
            <PlatformLinks />
          </div>
          <MenuButton className={`ml-auto sm:ml-0 ${onLandingPage ? 'lg:hidden' : ''}`} />
        </div>
      </header>
      <MobileMenu current={current} />
    </>
  )
}
