import { showToast } from '@sherpa/ui/toast-area'
import { useRef, useState } from 'react'
import { failureOf } from '../forms/failure.ts'
import { withNext } from '../session/next-address.ts'

const setUp = {
  label: 'Set it up',
  act: () => window.location.assign(withNext('/account/security', window.location.pathname + window.location.search)),
}

/** Runs one action at a time and reports its outcome in a toast. */
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
      const { code, text } = failureOf(error)
      showToast('error', text, code === 'second-factor-required' ? setUp : undefined)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
