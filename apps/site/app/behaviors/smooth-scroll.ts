import { drawAll } from './drawn-when-near'

/** Smooth, unless the visitor asked for less motion. */
function behavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

export function smoothScrollToTop() {
  window.scrollTo({ top: 0, behavior: behavior() })
}

/** Brings the section into view and lets the keyboard go on from there. */
export function smoothScrollToSection(id: string) {
  // Sections on the way that are not drawn yet could change their height while we pass.
  drawAll()
  const section = document.getElementById(id)
  section?.scrollIntoView({ behavior: behavior(), block: 'start' })
  section?.focus({ preventScroll: true })
}
