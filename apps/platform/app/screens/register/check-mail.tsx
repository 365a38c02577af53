import { accountsApi } from '@sherpa/api-client/accounts'
import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '../../forms/failure.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useAppDispatch } from '../../store.ts'

/** Mail takes a moment; asking again sooner would only send it twice. */
const AGAIN_AFTER_SECONDS = 30

/** The mail with the link to confirm an address is on its way. It says the same whether or not the address has an account. */
export function CheckMail({ title, lead, email }: { title: string; lead: string; email: string }) {
  const dispatch = useAppDispatch()
  const [secondsLeft, setSecondsLeft] = useState(AGAIN_AFTER_SECONDS)
  const [message, setMessage] = useState<{ kind: 'success' | 'error'; text: string }>()
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(setSecondsLeft, 1000, secondsLeft - 1)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  async function sendAgain() {
    setSecondsLeft(AGAIN_AFTER_SECONDS)
    try {
      await dispatch(accountsApi.endpoints.sendVerificationMail.initiate({ email })).unwrap()
      setMessage({ kind: 'success', text: 'Sent. It should be there in a minute.' })
    } catch (error) {
      setMessage({ kind: 'error', text: failureOf(error).text })
    }
  }

  return (
    <>
      <ScreenHeading title={title} />
      <p className="mt-3">
        {lead} <strong className="font-semibold break-words text-ink">{email}</strong>. It is valid for a day.
      </p>
      <p className="mt-3 text-sm">Nothing there? Look into the folder for unwanted mail, or have it sent again.</p>
      <div className="mt-6 flex flex-col gap-4">
        <MessageBox message={message} />
        <Button look="secondary" disabled={secondsLeft > 0} onClick={sendAgain}>
          {secondsLeft > 0 ? `Send it again in ${secondsLeft} s` : 'Send it again'}
        </Button>
      </div>
      <p className="mt-6 text-center text-sm">
        <Link to="/login" reloadDocument className={textLinkClass}>
          Back to log in
        </Link>
      </p>
    </>
  )
}
