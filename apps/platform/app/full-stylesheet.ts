/** A finished page comes with the styles of its first screen only. This brings those of all others. */
export async function fullStylesheet() {
  const link = document.querySelector<HTMLLinkElement>('link[data-later=stylesheet]')
  if (!link || link.sheet) return
  const arrived = new Promise((resolve) => {
    link.addEventListener('load', resolve)
    // A screen without its styles is still better than none.
    link.addEventListener('error', resolve)
  })
  link.disabled = false
  await arrived
}
