// Script of the API reference: filters operations, copies examples, opens the operation of the URL's hash.

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement)

const [form] = all('.filter')
const [count] = all('.filter [role=status]')
const [copied] = all('.copied')
const input = /** @type {HTMLInputElement} */ (document.querySelector('#filter'))
const operations = all('.operation')
const areas = all('.area')
/** Table-of-contents entries by target id. */
const entries = new Map(
  all('[data-operation], [data-area]').map((one) => [one.dataset.operation ?? one.dataset.area, one]),
)

/** @param {HTMLElement} part @param {boolean} hidden */
function hide(part, hidden) {
  part.hidden = hidden
  const entry = entries.get(part.id)
  if (entry) entry.hidden = hidden
}

function filter() {
  const words = input.value.toLowerCase().split(/\s+/)
  const isShown = (/** @type {HTMLElement} */ operation) =>
    words.every((word) => (operation.dataset.words ?? '').includes(word))
  for (const operation of operations) hide(operation, !isShown(operation))
  for (const area of areas) hide(area, !operations.some((operation) => !operation.hidden && area.contains(operation)))
  const shown = operations.filter((operation) => !operation.hidden).length
  if (count)
    count.textContent =
      shown === operations.length ? `${shown} operations` : `${shown} of ${operations.length} operations`
}

if (form) form.hidden = false
form?.addEventListener('submit', (event) => event.preventDefault())
input.addEventListener('input', filter)
// Browsers may restore the filter text on back navigation.
if (input.value) filter()

for (const button of all('.copy')) {
  button.hidden = false
  button.addEventListener('click', () => copy(button))
}

/** @param {HTMLElement} button */
async function copy(button) {
  const example = button.previousElementSibling
  if (!example || !copied) return
  try {
    await navigator.clipboard.writeText(example.textContent ?? '')
    copied.textContent = 'Copied to the clipboard'
    button.textContent = 'Copied'
  } catch {
    // The clipboard API needs HTTPS: select the text for a manual copy.
    getSelection()?.selectAllChildren(example)
    copied.textContent = 'Selected: press Ctrl+C or ⌘C to copy'
  }
  setTimeout(() => {
    copied.textContent = ''
    button.textContent = 'Copy'
  }, 3000)
}

/** @param {string} hash */
function open(hash) {
  const target = document.getElementById(hash.slice(1))
  if (!(target instanceof HTMLDetailsElement)) return
  // A link target overrides the filter that hides it.
  if (target.hidden) {
    input.value = ''
    filter()
  }
  target.open = true
}

for (const link of document.querySelectorAll('a')) {
  link.addEventListener('click', () => {
    // On phones the open contents are above the operations: close them after a choice.
    link.closest('.contents')?.removeAttribute('open')
    open(link.hash)
  })
}
open(location.hash)
addEventListener('hashchange', () => open(location.hash))
