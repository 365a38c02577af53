import { dealLinksApi } from '@sherpa/api-client/deal-links'
import { dealKinds } from '@sherpa/contracts/deal'
import { type LinkedDeal, newLinkDevice } from '@sherpa/contracts/deal-link'
import { Button } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { mailto } from '../../../data/mailto.ts'
import { calendarDay, Day } from '../../../data/moments.tsx'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useArrival } from '../../../frame/arrival.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { type Answer, AnswerDialog } from './answer-dialogs.tsx'
import { CompanyPagePanels, Copies } from './company-page.tsx'
import { confirmedDevice, rememberDevice } from './confirmed-device.ts'
import { LinkedFile } from './linked-file.tsx'
import { digitsOf, MailedCodeField, useMailedCode } from './mailed-code.tsx'
import { SharedTerms, Terms } from './shared-terms.tsx'

type Details = NonNullable<LinkedDeal['details']>

/** The page behind a company's link, without an account. The token is in the fragment, which stays in the browser. */
export function Component() {
  const isInBrowser = useArrival() !== undefined
  const { hash } = useLocation()
  const token = hash.slice(1)
  const screen = token ? <LinkedDealScreen key={token} token={token} /> : <Invalid />
  return (
    <div className="flex min-h-dvh flex-col bg-ground">{isInBrowser ? screen : <Place organization={undefined} />}</div>
  )
}

function LinkedDealScreen({ token }: { token: string }) {
  const [device, setDevice] = useState(() => confirmedDevice(token))
  const query = dealLinksApi.useLookUpDealLinkQuery({ body: { token, ...(device && { device }) } })
  const code = stateOf(query) === 'failed' ? failureOf(query.error).code : undefined
  if (code === 'link-expired' || code === 'invalid-fields') return <Invalid />
  function confirm(confirmed: string) {
    rememberDevice(token, confirmed)
    setDevice(confirmed)
  }
  const linked = query.currentData
  return (
    <Place organization={linked?.organization} details={linked?.details}>
      <Loaded query={query}>
        {({ state, organization, lockedUntil, details }) =>
          details ? (
            <Opened
              {...{ token, state, organization, details, device }}
              onDevice={confirm}
              onAnswered={() => void query.refetch()}
            />
          ) : (
            <Ended state={state} organization={organization} lockedUntil={lockedUntil} />
          )
        }
      </Loaded>
    </Place>
  )
}

function Invalid() {
  return (
    <Place organization="Sherpa">
      <ScreenHeading title="This link is not valid" />
      <p className="mt-3">Your mail program may have cut it off. Copy the whole link, or ask for a new one.</p>
    </Place>
  )
}

/** Without the frame of the platform. */
function Place({
  organization,
  details,
  children,
}: {
  organization: string | undefined
  details?: Details | null | undefined
  children?: ReactNode
}) {
  return (
    <>
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 py-2 text-sm sm:px-6">
          <span className="font-semibold break-words text-ink">{organization ?? 'Sherpa'}</span>
          {details && <span className="text-grey">{details.recipient.name}</span>}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 sm:px-6">
        {children ?? <LoadingNote />}
      </main>
    </>
  )
}

const endings: Record<Exclude<LinkedDeal['state'], 'open' | 'signed' | 'page'>, { title: string; text: string }> = {
  replaced: {
    title: 'This link was replaced',
    text: 'A newer link was sent. Look for the latest email about this deal.',
  },
  withdrawn: {
    title: 'This link was withdrawn',
    text: 'It no longer opens the deal. If you still need it, ask your contact for a new link.',
  },
  'version-withdrawn': {
    title: 'The version that you signed was withdrawn',
    text: 'It never came into force, so your signature has no effect. You get a new link if there is another version.',
  },
  'page-expired': {
    title: 'This page has closed',
    text: 'The deal ended more than 90 days ago. Your contact can send you the signed copy.',
  },
  reassigned: {
    title: 'Someone else signs this deal',
    text: 'The person you named got their own link by email. Nothing more to do for you.',
  },
  expired: { title: 'This link has expired', text: 'Ask your contact for a new link to read and sign the deal.' },
  codes: {
    title: 'This link is locked',
    text: 'Too many wrong codes were entered. Your contact was told, and can reopen it or send you a new link.',
  },
  changes: {
    title: 'You asked for changes',
    text: 'Your request was sent. You get a new link when the next version is ready.',
  },
  declined: { title: 'You declined this deal', text: 'Your answer was sent. Nothing more to do for you.' },
}

const lockedForAnHour = {
  title: 'This link is locked',
  text: 'Five wrong codes were entered. Your contact was told. You can try again in an hour.',
}

function Ended({ state, organization, lockedUntil }: Pick<LinkedDeal, 'state' | 'organization' | 'lockedUntil'>) {
  const { title, text } = lockedUntil ? lockedForAnHour : endings[state as keyof typeof endings]
  return (
    <>
      <ScreenHeading title={title} within={organization} />
      <p className="mt-3 max-w-[60ch]">{text}</p>
    </>
  )
}

type OpenedProps = {
  token: string
  state: LinkedDeal['state']
  organization: string
  details: Details
  device: string | undefined
  onDevice: (device: string) => void
  onAnswered: () => void
}

function Opened(props: OpenedProps) {
  const { token, state, organization, details, device, onDevice, onAnswered } = props
  const { shared, contract, page } = details
  const [open] = dealLinksApi.useOpenDealLinkMutation()
  const [addressFor] = dealLinksApi.useLinkDocumentAddressMutation()
  const code = useMailedCode(token)
  const [answer, setAnswer] = useState<Answer>()
  const [isRead, setIsRead] = useState(false)
  // Scanners of mail servers fetch the page; only this records that it was opened.
  useEffect(() => void open({ body: { token } }), [open, token])
  const addressOf = async (document: string) =>
    (await addressFor({ document, body: { token, ...(device && { device }) } }).unwrap()).address

  if (!shared) return <ConfirmDevice {...props} />
  function choose(next: Answer) {
    code.sendIfNeeded()
    setAnswer(next)
  }
  const mayDecide = state === 'open'
  const mustRead = contract !== null && !isRead
  return (
    <>
      <ScreenHeading
        title={shared.title}
        within={organization}
        lead={`${dealKinds[shared.kind]}, version ${shared.number}`}
        actions={<Progress {...{ state, details }} />}
      />
      <NextStep {...{ state, organization, details }} />
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        {page ? (
          <Copies {...{ page, addressOf }} />
        ) : (
          contract && (
            <Panel title="Contract" lead={mayDecide ? 'Read it before you sign.' : undefined}>
              <div className="-mt-4">
                <LinkedFile
                  name={contract.name}
                  addressOf={() => addressOf(contract.id)}
                  onOpen={() => setIsRead(true)}
                />
              </div>
            </Panel>
          )
        )}
        <div className="flex flex-col gap-7 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {page && <CompanyPagePanels {...{ page, currency: shared.currency, addressOf }} />}
          {page ? <Terms title="Terms as signed" shared={shared} /> : <SharedTerms shared={shared} />}
        </div>
        <aside className="flex flex-col gap-7 lg:col-start-2">
          {details.lead && (
            <Panel title="Questions">
              <p className="text-sm">
                <span className="font-semibold text-ink">{details.lead.name}</span>
                <br />
                <a href={mailto(details.lead.email, shared.title)} className={`break-all ${textLinkClass}`}>
                  {details.lead.email}
                </a>
              </p>
            </Panel>
          )}
          {mayDecide && (
            <Panel title={`Someone else signs for ${shared.company}?`}>
              <p className="text-sm">They get their own link and code by email.</p>
              <Button look="secondary" className="mt-3" onClick={() => choose('reassign')}>
                Name another signer
              </Button>
            </Panel>
          )}
          <p className="text-xs text-grey">
            {mayDecide && details.expiresAt && (
              <>
                This link is for you alone and works until <Day at={details.expiresAt} />. The terms are locked: nobody
                can change them while you read.{' '}
              </>
            )}
            {page?.until && `This page is open until ${calendarDay(page.until)}. `}
            Sent with Sherpa.
          </p>
        </aside>
      </div>
      {mayDecide && (
        <section
          aria-label="Your decision"
          className="sticky bottom-0 -mx-4 mt-6 border-t border-line bg-ground px-4 py-3 sm:-mx-6 sm:px-6"
        >
          {(details.paused || mustRead) && (
            <p id="before-signing" role="status" className="pb-2 text-sm">
              {details.paused
                ? `Signing is paused right now. ${details.lead?.name ?? organization} was told. You can still ask for changes or decline.`
                : 'Open the contract before you sign.'}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              className="max-sm:w-full"
              disabled={details.paused || mustRead}
              aria-describedby={details.paused || mustRead ? 'before-signing' : undefined}
              onClick={() => choose('sign')}
            >
              Sign
            </Button>
            <Button look="secondary" className="max-sm:flex-1" onClick={() => choose('changes')}>
              Ask for changes
            </Button>
            <Button look="secondary" className="max-sm:flex-1" onClick={() => choose('decline')}>
              Decline
            </Button>
          </div>
        </section>
      )}
      <AnswerDialog
        {...{ answer, token, details, code }}
        onClose={() => setAnswer(undefined)}
        onDone={(confirmed) => {
          setAnswer(undefined)
          code.forget()
          if (confirmed) onDevice(confirmed)
          else onAnswered()
        }}
      />
    </>
  )
}

const partyNames = { athlete: 'the athlete', guardian: 'the guardian', company: 'you' }

type Props = Pick<OpenedProps, 'state' | 'organization' | 'details'>

function Progress({ state, details: { page } }: Pick<Props, 'state' | 'details'>) {
  if (page?.ended) {
    const { on, terminated } = page.ended
    return (
      <StatusBadge tone="quiet">
        {terminated ? 'Terminated' : 'Ended'} on {calendarDay(on)}
      </StatusBadge>
    )
  }
  if (state === 'page') return <StatusBadge tone="good">Signed by all parties</StatusBadge>
  if (state === 'open') return <StatusBadge tone="info">For your signature</StatusBadge>
  return <StatusBadge tone="good">You signed</StatusBadge>
}

/** Whom the company waits for. */
function NextStep(props: Props) {
  const text = nextStepInWords(props)
  return (
    text && (
      <p role="status" className="mt-4 max-w-[60ch] text-sm font-medium text-ink">
        {text}
      </p>
    )
  )
}

function nextStepInWords({ state, organization, details: { missing, lead, reassignment } }: Props) {
  const contact = lead?.name ?? organization
  if (state === 'signed') {
    const others = missing.map((side) => partyNames[side]).join(' and ')
    const next = others ? `Waiting for ${others} to sign.` : `Waiting for ${organization} to complete the deal.`
    return `${next} Then you get a copy by email.`
  }
  if (!reassignment) return undefined
  return reassignment.refused
    ? `${contact} did not confirm ${reassignment.name}. Answer yourself, or name another signer.`
    : `Waiting for ${contact} to confirm ${reassignment.name}. Until then you can still answer yourself.`
}

/** After signing, a new device needs a code. */
function ConfirmDevice({ token, organization, details, onDevice }: OpenedProps) {
  const [confirm] = dealLinksApi.useConfirmLinkDeviceMutation()
  const code = useMailedCode(token)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newLinkDevice,
    read: ({ code }) => ({ token, code: digitsOf(code) }),
    async send(body) {
      const { device } = await confirm({ body }).unwrap()
      onDevice(device)
    },
  })
  return (
    <>
      <ScreenHeading title="Confirm it is you" within={organization} />
      <p className="mt-3 max-w-[60ch]">
        This deal is shared with {details.recipient.name}. Enter a code that we send to {details.recipient.maskedEmail}.
        This device then stays confirmed for 30 days.
      </p>
      {code.sent ? (
        <form {...formProps} className="mt-5 flex max-w-sm flex-col gap-4">
          <PlainFormMessage failure={failureText} />
          <MailedCodeField code={code} errors={errors} />
          <Button type="submit" busy={busy}>
            {busy ? 'Checking…' : 'Continue'}
          </Button>
        </form>
      ) : (
        <div className="mt-5 flex max-w-sm flex-col gap-4">
          <PlainFormMessage failure={code.failure} />
          <Button busy={code.busy} onClick={() => void code.send()}>
            {code.busy ? 'Sending…' : 'Send code'}
          </Button>
        </div>
      )}
    </>
  )
}
