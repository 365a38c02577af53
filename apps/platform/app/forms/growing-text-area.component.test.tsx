import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { GrowingTextArea } from './growing-text-area.tsx'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`).join('\n')
const area = () => page.getByRole('textbox').element() as HTMLTextAreaElement

afterEach(() => vi.restoreAllMocks())

/** As in an engine without `field-sizing`. */
function withoutFieldSizing() {
  vi.spyOn(CSS, 'supports').mockReturnValue(false)
  const style = document.createElement('style')
  style.textContent = 'textarea { field-sizing: fixed !important }'
  document.head.append(style)
  return () => style.remove()
}

test.each([
  ['by the browser', () => () => undefined],
  ['by a script where the browser cannot', withoutFieldSizing],
])('a text area grows with its text up to its maximum height: %s', async (_, prepare) => {
  const restore = prepare()
  const shown = await render(
    <form>
      <GrowingTextArea rows={2} aria-label="Note" className="max-h-80 min-h-14" />
    </form>,
  )
  const empty = area().offsetHeight
  await userEvent.fill(page.getByRole('textbox'), lines(8))
  expect(area().scrollHeight).toBeLessThanOrEqual(area().clientHeight)
  expect(area().offsetHeight).toBeGreaterThan(empty)
  await userEvent.fill(page.getByRole('textbox'), lines(80))
  expect(area().offsetHeight).toBe(320)
  area().form?.reset()
  await shown.rerender(
    <form>
      <GrowingTextArea rows={2} aria-label="Note" className="max-h-80 min-h-14" />
    </form>,
  )
  expect(area().offsetHeight).toBe(empty)
  restore()
})
