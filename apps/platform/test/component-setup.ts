// Loads the platform's styles, because scrolling and visibility depend on them.
import '../app/app.css'
import { afterEach } from 'vitest'

// Toasts outlive the area that shows them.
afterEach(() => {
  for (const button of document.querySelectorAll<HTMLElement>('.toast [aria-label="Dismiss"]')) button.click()
})
