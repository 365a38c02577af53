const KEY = 'sherpa.single-keys'

/** Speech input and tremor can press single keys by accident (WCAG 2.1.4), so people can switch them off. */
export const areSingleKeysOn = () => read() !== 'off'

export function switchSingleKeys(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage they stay on.
  }
}

/** Whether the event is a key without modifiers, pressed outside of fields and dialogs. */
export function isSingleKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  return (
    !event.defaultPrevented &&
    !event.isComposing &&
    !(event.ctrlKey || event.metaKey || event.altKey) &&
    !target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]') &&
    areSingleKeysOn()
  )
}

function read() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
