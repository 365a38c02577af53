// Inline loader of every finished page: loads font and scripts after the first paint, and the full stylesheet
// at the first interaction.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin', 'input', 'click']
const bringStyles = () => {
  document.querySelector('link[data-later=stylesheet]').disabled = false
  for (const type of interactions) removeEventListener(type, bringStyles, true)
}

// Replays clicks made before hydration: none is lost, and no form is submitted without scripts. Enter clicks a button, too.
// Buttons with invoker commands need no scripts where supported.
const pressed = []
const needsScripts = 'commandForElement' in HTMLButtonElement.prototype ? 'button:not([commandfor])' : 'button'
const holdPress = (event) => {
  const button = event.target.closest(needsScripts)
  if (!button) return
  event.preventDefault()
  pressed.push(button)
}
addEventListener('click', holdPress, true)
addEventListener(
  'hydrated',
  async () => {
    // React hydrates the target of an event at once, but not during its own work.
    await nextTask()
    removeEventListener('click', holdPress, true)
    for (const button of pressed) button.click()
  },
  { once: true },
)

// Waits for the largest contentful paint, because earlier fetches would compete with it. Browsers report no entry if nothing
// larger was left to paint, hence the timeout.
const SILENT_MS = 150
const painted = new Promise((resolve) => {
  const tells = PerformanceObserver.supportedEntryTypes?.includes('largest-contentful-paint')
  if (tells) new PerformanceObserver(resolve).observe({ type: 'largest-contentful-paint' })
  requestAnimationFrame(() => setTimeout(resolve, tells ? SILENT_MS : 0))
})

// Retries a failed load once.
const retried = (load) => load().catch(load)

const start = async () => {
  for (const type of interactions) addEventListener(type, bringStyles, true)

  if (!MEETS_FLOOR) throw 0

  const links = [...document.querySelectorAll('link[rel=later]')]
  for (const link of links) {
    const { href, title, dataset } = link
    // Adding a loaded font costs one layout, a @font-face rule two. If it fails, the fallback stays.
    const addFont = async () => document.fonts.add(await new FontFace(title, `url(${href})`, dataset).load())
    if (dataset.later === 'modulepreload') link.rel = dataset.later
    // Not rel=prefetch, which Firefox blocks by default-src.
    else retried(dataset.later === 'font' ? addFont : () => fetch(href)).catch(console.warn)
    await nextTask()
  }
  // Sequential, to avoid long tasks. The entry script comes last.
  for (const { href } of links.filter(({ dataset }) => 'part' in dataset)) {
    await retried(() => import(href))
    await nextTask()
  }
}

painted.then(start).catch(() => {
  bringStyles()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'without-scripts'
  // Inline style, because the stylesheet may have failed. At the bottom, because the header covers the top.
  note.style = 'position:sticky;bottom:0;z-index:40;background:#fff'
  note.textContent = 'Part of this page did not load. Reload it, or update your browser.'
  document.body.append(note)
})
