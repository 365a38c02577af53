import { type MouseEvent, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MenuSection } from '../content/navigation'
import { smoothScrollToSection, smoothScrollToTop } from './smooth-scroll'

// Spec §9
const SECTION_SCROLL_DELAY_MS = 400
const HOME_SCROLL_DELAY_MS = 200

/** Effect of a click on a section: delay before scrolling, and whether to navigate to the landing page first. */
export function sectionJourney(section: MenuSection, pathname: string) {
  const onLandingPage = pathname === '/'
  if (section === 'home') return { navigate: !onLandingPage, delayMs: HOME_SCROLL_DELAY_MS }
  return { navigate: !onLandingPage, delayMs: onLandingPage ? 0 : SECTION_SCROLL_DELAY_MS }
}

/** Props for a link to a section of the landing page, which works as a plain link before and without JavaScript. */
export function useSectionLink() {
  const navigate = useNavigate()
  const { pathname } = useLocation()

  return useCallback(
    (section: MenuSection) => ({
      to: section === 'home' ? '/' : `/#${section}`,
      onClick: async (event: MouseEvent) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        const journey = sectionJourney(section, pathname)
        if (journey.navigate) await navigate('/')
        setTimeout(() => (section === 'home' ? smoothScrollToTop() : smoothScrollToSection(section)), journey.delayMs)
      },
    }),
    [navigate, pathname],
  )
}

function opensElsewhere(event: MouseEvent) {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
