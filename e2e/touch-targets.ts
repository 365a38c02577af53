/**
 * Runs in the page: finds fields that iOS zooms into and touch targets under 44 px, by hit testing.
 * Text links, inline or truncated in a row, are exempt: see the inline exception of WCAG 2.5.5.
 */
export function findSmallTargets() {
  const MIN_HEIGHT = 44
  // Seven calendar days must fit into 320 px, and links are as wide as their text.
  const MIN_WIDTH = 32
  const named = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const root = dialog ?? document.body
  const isTyped = (field: Element) => !field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden]')
  const zoomed = [...root.querySelectorAll('input, select, textarea')]
    .filter((field) => isTyped(field) && field.checkVisibility())
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName} ${named(field)}: below 16 px`)

  const scrolled = scrollY
  const small = [...root.querySelectorAll('a[href], button, input, select, summary')].flatMap((element) => {
    const area = element.closest('label') ?? element
    const { display, visibility, textOverflow } = getComputedStyle(element)
    const isHidden =
      visibility !== 'visible' || !area.checkVisibility() || element.closest('.sr-only, :disabled, thead')
    const isText = element.matches('a') && (display === 'inline' || textOverflow === 'ellipsis')
    if (isHidden || isText) return []
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = area.getBoundingClientRect()
    if (width < 2 || height < 2) return []
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return area.contains(hit) || hit?.closest('label')?.control === element
    }
    // Skip covered elements.
    if (!isHit(0, 0)) return []
    const reach = (dx: number, dy: number) => {
      let steps = 0
      while (steps < MIN_HEIGHT / 2 && isHit(dx * (steps + 1), dy * (steps + 1))) steps++
      return steps
    }
    // Ignore temporary overlays, such as an open menu.
    const wide = Math.max(width, reach(-1, 0) + reach(1, 0) + 1)
    const high = Math.max(height, reach(0, -1) + reach(0, 1) + 1)
    // Tolerance for subpixel edges.
    const isLarge = high >= MIN_HEIGHT - 2 && wide >= MIN_WIDTH
    return isLarge ? [] : [`${element.tagName} ${named(element)}: ${wide} × ${high} px`]
  })
  scrollTo(0, scrolled)
  return [...zoomed, ...new Set(small)]
}
