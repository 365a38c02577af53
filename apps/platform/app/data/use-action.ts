import { showToast } from '@sherpa/ui/toast-area'
import { useRef, useState } from 'react'
import { failureOf } from '../forms/failure.ts'

/** Something that a single press does, without a form: one at a time, and a toast says how it went. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  async function run(act: () => Promise<unknown>, done?: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await act()
      if (done) showToast('success', done)
    } catch (error) {
      showToast('error', failureOf(error).text)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
