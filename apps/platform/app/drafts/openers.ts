/** The buttons that opened dialogs. */
const openers = new WeakMap<HTMLDialogElement, string>()

/**
 * Notes which button opens a dialog at once. Buttons that act first are left out, since they would act again, and so are
 * those that share their name with another one.
 */
export function noteOpeners(signal: AbortSignal) {
  const note = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>(BUTTONS)
    if (!button || openDialog()) return
    const name = nameOf(button)
    if (buttonNamed(name) !== button) return
    setTimeout(() => {
      const dialog = openDialog()
      if (dialog) openers.set(dialog, name)
    })
  }
  // Before the click closes a menu.
  document.addEventListener('click', note, { capture: true, signal })
}

export const openerOf = (dialog: HTMLDialogElement) => openers.get(dialog)

/** Undefined if several have the name. */
export function buttonNamed(name: string) {
  const [first, ...others] = [...document.querySelectorAll<HTMLElement>(BUTTONS)].filter((one) => nameOf(one) === name)
  return others.length === 0 ? first : undefined
}

const BUTTONS = 'button[type=button]:not(dialog *)'
const openDialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')

/** With the name of its menu, such as "More actions: Remove". */
function nameOf(button: HTMLElement): string {
  const menu = button.closest('[aria-controls] + *')?.previousElementSibling
  const own = (button.ariaLabel ?? button.textContent).trim()
  return menu instanceof HTMLElement ? `${nameOf(menu)}: ${own}` : own
}
