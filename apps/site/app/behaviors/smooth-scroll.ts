import { drawAll } from './drawn-when-near'

/** Smooth, unless the visitor asked for less motion. */
function behavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

export function smoothScrollToTop() {
  window.scrollTo({ top: 0, behavior: behavior() })
}

/** Scrolls to the section and focuses it. */
export function smoothScrollToSection(id: string) {
  // Sections that are not rendered yet could change their height while scrolling.
  drawAll()
  const section = document.getElementById(id)
  section?.scrollIntoView({ behavior: behavior(), block: 'start' })
  section?.focus({ preventScroll: true })
}
