type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type TypedText = { key: string; index: number; value: string }[]

const NOT_TEXT = ['password', 'hidden', 'file', 'checkbox', 'radio', 'submit', 'button', 'reset', 'image']

/** What is in the fields of the page. Passwords and one-time codes are left out. */
export function readTypedText(): TypedText {
  return allFields().flatMap(({ key, index, value }) => (value === '' ? [] : [{ key, index, value }]))
}

/** Fills fields as soon as they appear, until all are filled or the person goes elsewhere. */
export function restoreTypedText(typed: TypedText) {
  const { pathname } = window.location
  let missing = typed
  const fill = () => {
    if (window.location.pathname !== pathname) missing = []
    if (missing.length > 0) {
      const fields = allFields()
      missing = missing.filter(({ key, index, value }) => {
        const found = fields.find((field) => field.key === key && field.index === index)
        if (found && found.value !== value) setValue(found.field, value)
        return !found
      })
    }
    if (missing.length === 0) observer.disconnect()
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  fill()
}

/** With a key that is the same after a reload: name or label, and its position among those that share it. */
function allFields() {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Field>('input, textarea, select')].filter(isText).map((field) => {
    const key = field.name || (field.labels?.[0]?.textContent ?? field.ariaLabel ?? '')
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    return { field, key, index, value: field.value }
  })
}

function isText(field: Field) {
  return !NOT_TEXT.includes(field.type) && field.autocomplete !== 'one-time-code'
}

/** As if typed: React ignores a value that was set on the element itself. */
function setValue(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
