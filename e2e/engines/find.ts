export type Target = { role?: Role; label?: string; text?: string; name?: string; exact?: boolean; within?: string }

/** Selectors of the ARIA roles that the journeys use. */
const selectors = {
  button: 'button, [role=button], input[type=submit]',
  checkbox: 'input[type=checkbox]',
  combobox: '[role=combobox], select',
  dialog: 'dialog[open], [role=dialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  option: '[role=option]',
  region: 'section[aria-label], [role=region]',
  row: 'tr',
  tab: '[role=tab]',
}

export type Role = keyof typeof selectors

/** Runs in the page: first visible match by role and name, label or text, within the topmost open dialog if any. */
function find(
  { role, label, text, name, exact, within }: Target,
  table: Record<string, string>,
  forPress: boolean,
): Element | null {
  const plain = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim()
  const fits = (value: string | null | undefined, wanted: string | undefined) =>
    wanted === undefined ||
    (exact ? plain(value) === wanted : plain(value).toLowerCase().includes(wanted.toLowerCase()))
  const nameOf = (element: Element) => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    return (
      element.getAttribute('aria-label') ||
      labelledBy.map((id) => document.getElementById(id)?.textContent).join(' ') ||
      labels.map((one) => one.textContent).join(' ') ||
      element.textContent
    )
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  // The element must receive the click, not an overlay.
  const isReached = (element: Element) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(hit) || (hit?.closest('label') as HTMLLabelElement | null)?.control === element
  }
  const roots = role === 'dialog' ? [] : [...document.querySelectorAll(within ?? 'dialog[open]')]
  const root = roots.at(-1) ?? (within ? null : document.body)
  if (!root) return null
  const all = (selector: string) => [...root.querySelectorAll(selector)].filter(isVisible)
  const candidates = () => {
    if (role) return all(table[role] ?? role).filter((element) => fits(nameOf(element), name))
    if (label !== undefined) {
      const controls = all('input, textarea, select, [role=combobox]')
      return controls.filter((element) => fits(nameOf(element)?.replace(/ \(.*\)$/, ''), label))
    }
    return all('*').filter(
      (element) =>
        fits(element.textContent, text) && ![...element.children].some((child) => fits(child.textContent, text)),
    )
  }
  const found = candidates()
  return (forPress ? found.find(isReached) : found[0]) ?? null
}

export const findSource = find.toString()
export const findArguments = (target: Target, forPress = false) => [target, selectors, forPress]
