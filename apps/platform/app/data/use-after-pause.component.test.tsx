import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useAfterPause } from './use-after-pause.ts'

afterEach(() => vi.useRealTimers())

test('six keys are one search, once typing pauses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const searches: string[] = []
  const { rerender, act } = await renderHook(
    (props) => {
      const search = useAfterPause(props?.text ?? '')
      if (searches.at(-1) !== search) searches.push(search)
    },
    { initialProps: { text: '' } },
  )
  for (const text of ['h', 'ha', 'hal', 'hald', 'halde', 'halden']) {
    await rerender({ text })
    await act(() => vi.advanceTimersByTime(150))
  }
  expect(searches).toEqual([''])
  await act(() => vi.advanceTimersByTime(50))
  expect(searches).toEqual(['', 'halden'])
})
