export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type TypedText = { key: string; index: number; value: string }[]

/** A ticked box may be a consent, which is given anew. */
const NOT_TEXT = ['password', 'hidden', 'file', 'checkbox', 'submit', 'button', 'reset', 'image']
/** A shown password is a text field. */
const SECRET_AUTOCOMPLETE = /password|one-time-code|^cc-/
/** Fields that are secret whatever their type: a test compares them with all contracts and forms. */
const SECRET_NAMES = new Set([
  ...['password', 'currentPassword', 'newPassword', 'code', 'token', 'ticket'],
  // The account to pay to, and a table that was pasted instead of uploaded.
  ...['invoicePayment', 'taxId', 'pastedFile'],
])

/** Whether the text of a field may be kept: no passwords, codes, files or bank data. */
export function isKept({ type, autocomplete, name }: Pick<Field, 'type' | 'autocomplete' | 'name'>) {
  return !NOT_TEXT.includes(type) && !SECRET_AUTOCOMPLETE.test(autocomplete) && !SECRET_NAMES.has(name)
}

/** What is in the fields of the page. */
export function readTypedText(): TypedText {
  return fieldsIn(document).flatMap(({ key, index, value }) => (value === '' ? [] : [{ key, index, value }]))
}

/** Fills fields as soon as they appear, until all are filled or the person goes elsewhere. */
export function restoreTypedText(typed: TypedText) {
  const { pathname } = window.location
  let missing = typed
  const fill = () => {
    if (window.location.pathname !== pathname) missing = []
    if (missing.length > 0) {
      const fields = fieldsIn(document)
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
export function fieldsIn(place: ParentNode) {
  const counts = new Map<string, number>()
  return [...place.querySelectorAll<Field>('input, textarea, select')].filter(isKept).map((field) => {
    const key = field.name || labelOf(field)
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    return { field, key, index, value: isRadio(field) ? (field.checked ? CHOSEN : '') : field.value }
  })
}

export const labelOf = (field: Field) => field.labels?.[0]?.textContent ?? field.ariaLabel ?? ''

const CHOSEN = 'chosen'
const isRadio = (field: Field): field is HTMLInputElement => field.type === 'radio'

/** As if typed: React ignores a value that was set on the element itself. */
export function setValue(field: Field, value: string) {
  if (isRadio(field)) return field.click()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}
