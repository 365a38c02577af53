// Runs inline at the end of every finished page. Once the page has been painted it lets the font and the scripts in, step by step; once
// someone turns to the page, the full stylesheet, for what is not on it yet.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin', 'input', 'click']
const bringStyles = () => {
  document.querySelector('link[data-later=stylesheet]').disabled = false
  for (const type of interactions) removeEventListener(type, bringStyles, true)
}

// A button that is pressed before the scripts are there is pressed again once they are. So nothing is lost, and no form is sent
// without them: the Enter key in a field presses its button as well. Buttons with a command need no scripts.
const pressed = []
const holdPress = (event) => {
  const button = event.target.closest('button:not([commandfor])')
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

painted.then(async () => {
  for (const type of interactions) addEventListener(type, bringStyles, true)

  const links = [...document.querySelectorAll('link[rel=later]')]
  for (const link of links) {
    // A font that joins the page when it is here costs one layout; a @font-face rule would cost two.
    if (link.dataset.later !== 'font') link.rel = link.dataset.later
    else new FontFace(link.title, `url(${link.href})`, link.dataset).load().then((font) => document.fonts.add(font))
    await nextTask()
  }
  // One after the other, so that no task is long. What starts the page comes last.
  for (const { href } of links.filter(({ dataset }) => 'part' in dataset)) {
    await import(href)
    await nextTask()
  }
})
