import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { type ReactNode, useEffect, useState } from 'react'
import { ScreenHeading } from '../frame/screen-heading.tsx'
import { failureOf } from './failure.ts'

/** Delay before a resend, since mail takes a moment. */
const RESEND_AFTER_SECONDS = 30

/** Confirms that an email was sent, with or without an account, so that addresses can't be probed. */
export function CheckInbox({ children, resend }: { children: ReactNode; resend: () => Promise<unknown> }) {
  const [secondsLeft, setSecondsLeft] = useState(RESEND_AFTER_SECONDS)
  const [message, setMessage] = useState<{ kind: 'success' | 'error'; text: string }>()
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(setSecondsLeft, 1000, secondsLeft - 1)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  async function sendAgain() {
    setSecondsLeft(RESEND_AFTER_SECONDS)
    try {
      await resend()
      setMessage({ kind: 'success', text: 'Sent again. It should arrive within a minute.' })
    } catch (error) {
      setMessage({ kind: 'error', text: failureOf(error).text })
    }
  }

  return (
    <>
      <ScreenHeading key="check-inbox" title="Check your inbox" />
      <p className="mt-3">{children}</p>
      <p className="mt-3 text-sm">Can’t find it? Check your spam folder, or resend the email.</p>
      <div className="mt-6 flex flex-col gap-4">
        <MessageBox message={message} />
        <Button look="secondary" disabled={secondsLeft > 0} onClick={sendAgain}>
          {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Resend email'}
        </Button>
      </div>
    </>
  )
}
