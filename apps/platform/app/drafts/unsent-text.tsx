import { Button } from '@sherpa/ui/button'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccount } from '../frame/account-context.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import { fillForm, type KeptForm, keepForms } from './kept-forms.ts'

type Offer = { id: string; content: KeptForm }

/** Keeps what is typed, and offers after log-in what was not sent when the session ended. */
export default function UnsentText() {
  const { user, draftKey } = useAccount()
  const [drafts, setDrafts] = useState<Drafts>()
  const [offers, setOffers] = useState<Offer[]>([])
  useEffect(() => {
    // Browsers encrypt on secure origins only. A server of an earlier release gives no key.
    if (!window.isSecureContext || !draftKey) return
    let isCurrent = true
    let stop: (() => void) | undefined
    const start = async () => {
      const opened = await openDrafts(user.id, draftKey)
      const refresh = async () => {
        const offered = await opened.offered<KeptForm>()
        if (isCurrent) setOffers(offered)
      }
      if (!isCurrent) return
      const stopKeeping = keepForms(opened)
      // Another tab may have filled or discarded one.
      window.addEventListener('storage', refresh)
      stop = () => {
        stopKeeping()
        window.removeEventListener('storage', refresh)
      }
      setDrafts(opened)
      await refresh()
    }
    void start()
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [user.id, draftKey])

  if (!drafts || offers.length === 0) return null
  const remove = (id: string) => {
    drafts.remove(id)
    setOffers((all) => all.filter((one) => one.id !== id))
  }
  return (
    <section aria-label="Text you have not sent" className="mb-4 flex flex-col gap-2">
      {offers.map(({ id, content }) => (
        <OfferedText key={id} form={content} onRemove={() => remove(id)} />
      ))}
    </section>
  )
}

function OfferedText({ form, onRemove }: { form: KeptForm; onRemove: () => void }) {
  const { address, title, fields } = form
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  const removed = useRef(onRemove)
  useEffect(() => {
    removed.current = onRemove
  })
  useEffect(() => (isOpening ? fillForm(form, () => removed.current()) : undefined), [isOpening, form])

  async function goOn() {
    if (pathname + search !== address) await navigate(address, { preventScrollReset: true })
    setOpening(true)
  }

  return (
    <div className="rounded-md border border-line bg-snow px-4 py-2.5 text-sm text-ink">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-44 break-words">
          {isOpening ? (
            <>
              Open <strong className="font-semibold">{title}</strong> to go on. This is what you wrote:
            </>
          ) : (
            <>
              You were writing in <strong className="font-semibold">{title}</strong> when you were logged out.
            </>
          )}
        </p>
        <div className="flex gap-2">
          {!isOpening && (
            <Button look="secondary" size="small" onClick={() => void goOn()}>
              Go on
            </Button>
          )}
          <Button look="secondary" size="small" onClick={onRemove}>
            Discard
          </Button>
        </div>
      </div>
      {isOpening && (
        <dl className="mt-2">
          {fields.map(({ key, index, label, shown }) => (
            <div key={`${key} ${index}`} className="mt-1">
              <dt className="text-xs text-grey">{label}</dt>
              <dd className="break-words whitespace-pre-wrap">{shown}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
