/** Loads the full stylesheet; prerendered pages inline only critical CSS. */
export async function fullStylesheet() {
  const link = document.querySelector<HTMLLinkElement>('link[data-later=stylesheet]')
  if (!link || link.sheet) return
  const arrived = new Promise((resolve) => {
    link.addEventListener('load', resolve)
    // Render even if it fails.
    link.addEventListener('error', resolve)
  })
  link.disabled = false
  await arrived
}
