import { type Field, fieldsIn, labelOf, setValue } from '../data/typed-text.ts'
import { SAVED, unsavedForms } from '../forms/unsaved-changes.ts'
import { openedNames } from '../frame/use-opened-by-address.ts'
import { store } from '../store.ts'
import type { Drafts } from './drafts.ts'
import { buttonNamed, noteOpeners, openerOf } from './openers.ts'

const HOURS = 24

/** A field that somebody changed, with what it had before. */
type ChangedField = { key: string; index: number; before: string; value: string; label: string; shown: string }
/** What was typed in a form, which is found again by address and title. */
export type KeptForm = {
  address: string
  /** The button that opens its dialog, if that has no address. */
  opener?: string | undefined
  title: string
  fields: ChangedField[]
}

/** What each field had before somebody touched it. */
const untouched = new WeakMap<Field, string>()

function noteUntouched(place: HTMLElement) {
  for (const { field, value } of fieldsIn(place)) if (!untouched.has(field)) untouched.set(field, value)
}

/** Keeps what is typed in the forms of the page, until it is saved or the form is closed. If they disappear because the
 * session ended, it stays on the device.
 */
export function keepForms(drafts: Drafts) {
  const kept = new Map<HTMLElement, { id: string; dialog: HTMLDialogElement | null }>()
  const removal = new AbortController()
  const { signal } = removal

  function forget(place: HTMLElement) {
    const id = kept.get(place)?.id
    if (id) drafts.remove(id)
    kept.delete(place)
    for (const { field, value } of fieldsIn(place)) untouched.set(field, value)
  }

  const on = (target: EventTarget, event: string, act: (place: HTMLElement) => void) =>
    target.addEventListener(event, ({ target }) => withPlaceOf(target, act), { signal })

  noteOpeners(signal)
  on(document, 'focusin', noteUntouched)
  // Safari does not focus what is pressed.
  on(document, 'pointerdown', noteUntouched)
  // The event comes before the reset.
  on(document, 'reset', (place) => setTimeout(() => forget(place)))
  on(document, 'input', (place) => {
    const form = read(place)
    if (form.fields.length === 0) return forget(place)
    const { id } = kept.get(place) ?? { id: crypto.randomUUID() }
    kept.set(place, { id, dialog: place.closest('dialog') })
    void drafts.keep(id, form, { hours: HOURS })
  })
  window.addEventListener(SAVED, (event) => forget((event as CustomEvent<HTMLElement>).detail), { signal })

  const closing = new MutationObserver(() => {
    if (!store.getState().auth.token) return
    for (const [place, { dialog }] of kept) {
      // A dialog may show its form in steps.
      const isOpen = place.isConnected || (dialog?.isConnected && dialog.open)
      if (!isOpen) forget(place)
    }
  })
  closing.observe(document.body, { childList: true, subtree: true })
  return () => {
    removal.abort()
    closing.disconnect()
  }
}

/** Opens the form, and fills it as soon as it is on the screen. Fields that have changed meanwhile are left as they are. */
export function fillForm({ opener, title, fields }: KeptForm, onFilled: () => void) {
  let missing = fields
  let filled: HTMLElement | undefined
  let isOpened = opener === undefined
  const open = () => {
    const button = isOpened || !opener ? undefined : buttonNamed(opener)
    if (!button) return
    isOpened = true
    button.click()
  }
  const fill = () => {
    if (filled && !filled.isConnected) appearing.disconnect()
    const place = filled ?? placesOnScreen().find((one) => titleOf(one) === title)
    if (!place) open()
    if (!place?.isConnected) return
    noteUntouched(place)
    const there = fieldsIn(place)
    missing = missing.filter((kept) => {
      const found = there.find(({ key, index }) => key === kept.key && index === kept.index)
      if (!found || found.value !== kept.before || !canHave(found.field, kept.value)) return true
      if (!filled) onFilled()
      filled = place
      setValue(found.field, kept.value)
      // The list of results that typing opened.
      if (found.field.role === 'combobox') found.field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
      return false
    })
    if (missing.length === 0) appearing.disconnect()
  }
  const appearing = new MutationObserver(fill)
  appearing.observe(document.body, { childList: true, subtree: true })
  fill()
  return () => {
    // Some fields appear after others were filled.
    if (!filled) appearing.disconnect()
  }
}

function read(place: HTMLElement): KeptForm {
  const dialog = place.closest('dialog')
  const opened = dialog && [...openedNames].at(-1)
  const { pathname, search } = window.location
  return {
    address: pathname + search + (opened ? `#${opened}` : ''),
    ...(dialog && !opened && { opener: openerOf(dialog) }),
    title: titleOf(place),
    fields: fieldsIn(place).flatMap(({ field, key, index, value }) => {
      const before = untouched.get(field) ?? ''
      const isChanged = value !== before && value !== ''
      return isChanged ? [{ key, index, before, value, label: labelOf(field), shown: shownIn(field) }] : []
    }),
  }
}

const placesOnScreen = () => [...unsavedForms].flatMap(({ place }) => (place.current ? [place.current] : []))

function withPlaceOf(target: EventTarget | null, act: (place: HTMLElement) => void) {
  const place = placesOnScreen().find((one) => target instanceof Node && one.contains(target))
  if (place) act(place)
}

/** The heading of its dialog, else the label of a fact or section, else that of the screen. */
function titleOf(place: HTMLElement) {
  const named = place.closest<HTMLElement>('dialog, .fact, section[aria-label], section[aria-labelledby]')
  const heading = named?.getAttribute('aria-labelledby')
  const title = named?.matches('.fact') ? named.querySelector('dt') : heading && document.getElementById(heading)
  return (named?.ariaLabel || (title || document.querySelector('h1'))?.textContent || '').trim()
}

function shownIn(field: Field) {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? ''
  return field.type === 'radio' ? '' : field.value
}

/** Whether a choice is among those that are offered now. */
function canHave(field: Field, value: string) {
  return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)
}
