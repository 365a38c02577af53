// Runs inline at the end of every finished page. Once the page has been painted it lets the font and the scripts in, step by step; once
// someone turns to the page, the full stylesheet, for what is not on it yet.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin', 'input', 'click']
const bringStyles = () => {
  document.querySelector('link[data-later=stylesheet]').disabled = false
  for (const type of interactions) removeEventListener(type, bringStyles, true)
}

requestAnimationFrame(async () => {
  await nextTask()
  for (const type of interactions) addEventListener(type, bringStyles, true)

  const links = [...document.querySelectorAll('link[rel=later]')]
  for (const link of links) {
    // A font that joins the page when it is here costs one layout; a @font-face rule would cost two.
    if (link.dataset.later !== 'font') link.rel = link.dataset.later
    else new FontFace(link.title, `url(${link.href})`, link.dataset).load().then((font) => document.fonts.add(font))
  }
  // The large parts one after the other, so that no task is long.
  for (const { href } of links.filter(({ href }) => /\/(react|router|frame)-[^/]+\.js$/.test(href))) {
    await import(href)
    await nextTask()
  }
  for (const { textContent, dataset } of document.querySelectorAll('script[data-later]')) {
    const script = document.createElement('script')
    script.type = dataset.later
    script.textContent = textContent
    document.head.append(script)
    script.remove()
  }
})
