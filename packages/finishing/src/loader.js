// Runs inline at the end of every finished page. Once the page has been painted it lets the font and the scripts in, step by step; once
// someone turns to the page, the full stylesheet, for what is not on it yet.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin', 'input', 'click']
const bringStyles = () => {
  document.querySelector('link[data-later=stylesheet]').disabled = false
  for (const type of interactions) removeEventListener(type, bringStyles, true)
}

// A button that is pressed before the scripts are there is pressed again once they are. So nothing is lost, and no form is sent
// without them: the Enter key in a field presses its button as well. Buttons with a command need no scripts where browsers run commands.
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
    // React hydrates what an event needs at once, but not in the middle of its own work.
    await nextTask()
    removeEventListener('click', holdPress, true)
    for (const button of pressed) button.click()
  },
  { once: true },
)

// A frame that has been drawn is not on the screen yet, and what is fetched before it is would compete with it. Browsers that tell of the
// largest paint say when it is; where nothing larger was left to paint, they say nothing.
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
    // A font that joins the page when it is here costs one layout; a @font-face rule would cost two. If it fails, its fallback stays.
    const addFont = async () => document.fonts.add(await new FontFace(title, `url(${href})`, dataset).load())
    if (dataset.later === 'modulepreload') link.rel = dataset.later
    // Not rel=prefetch, which Firefox refuses by default-src.
    else retried(dataset.later === 'font' ? addFont : () => fetch(href)).catch(console.warn)
    await nextTask()
  }
  // One after the other, so that no task is long. What starts the page comes last.
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
  // The stylesheet may have failed as well, and the header covers the top of the page.
  note.style = 'position:sticky;bottom:0;z-index:40;background:#fff'
  note.textContent = 'Part of this page did not load. Reload it, or update your browser.'
  document.body.append(note)
})
