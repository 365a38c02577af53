import { useEffect } from 'react'

/** Sections that drawn-when-near.css skips in the first layout. */
const undrawnSections = () => document.querySelectorAll<HTMLElement>('.drawn-when-near > :not([data-drawn])')

/** Renders remaining sections one by one in idle callbacks, for visitors who do not scroll. */
export function useDrawnWhenIdle() {
  useEffect(() => whenIdle(drawNext), [])
}

export function drawAll() {
  for (const section of undrawnSections()) draw(section)
}

function drawNext() {
  const [section] = undrawnSections()
  if (!section) return
  draw(section)
  whenIdle(drawNext)
}

function draw(section: HTMLElement) {
  section.dataset.drawn = ''
  for (const media of section.querySelectorAll('[loading=lazy]')) media.setAttribute('loading', 'eager')
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(task)
  else setTimeout(task)
}
