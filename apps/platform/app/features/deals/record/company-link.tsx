import { dealLinksApi } from '@sherpa/api-client/deal-links'
import type { Deal, DealLink } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { Ago, Day } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { numberToSend } from './contested-terms.ts'
import { SendLinkDialog } from './send-link-dialog.tsx'

/** Open links, one that signed and opens the company page, and an ended one that can be sent again. */
export function CompanyLinks({ deal }: { deal: Deal }) {
  const mayAsk = deal.actions.includes('send-link')
  const shown = deal.links.filter(
    (link) =>
      link.state === 'open' ||
      link.state === 'codes' ||
      opensPage(deal, link) ||
      (link.purpose === 'signature' && mayAsk),
  )
  return shown.map((link) => <CompanyLink key={link.id} deal={deal} link={link} />)
}

const opensPage = (deal: Deal, { state }: DealLink) => state === 'signed' && deal.actions.includes('send-page')

function CompanyLink({ deal, link }: { deal: Deal; link: DealLink }) {
  const { id: organization } = useOrganization()
  const [send] = dealLinksApi.useSendDealLinkMutation()
  const [withdraw] = dealLinksApi.useWithdrawDealLinkMutation()
  const [reopen] = dealLinksApi.useReopenDealLinkMutation()
  const { busy, run } = useAction()
  const [isElsewhere, setIsElsewhere] = useState(false)
  const { purpose, name, title, email, mail, state } = link
  const number = numberToSend(deal, purpose)
  const of = { organization, deal: deal.id }
  // Who signed an earlier version is asked for the next one by a new link.
  const maySend = state !== 'signed' && deal.actions.includes(purpose === 'signature' ? 'send-link' : 'send-page')
  const mayReopen = state === 'codes' && deal.actions.some((action) => action === 'send-link' || action === 'send-page')
  const again = () => send({ ...of, body: { purpose, number, name, title, email } }).unwrap()
  return (
    <div className="mt-3 flex flex-col gap-2 text-sm">
      <p role="status" className={mail === 'failed' && state === 'open' ? 'font-medium text-error' : ''}>
        <LinkState link={link} />
      </p>
      {link.reassignment && maySend && <Reassignment deal={deal.id} link={link} reassignment={link.reassignment} />}
      {(maySend || mayReopen || opensPage(deal, link)) && (
        <div className="flex flex-wrap gap-2">
          {maySend && (
            <>
              <Button look="secondary" size="small" busy={busy} onClick={() => run(again, 'Link sent again.')}>
                Send again
              </Button>
              <Button look="secondary" size="small" onClick={() => setIsElsewhere(true)}>
                Send to someone else
              </Button>
            </>
          )}
          {mayReopen && (
            <Button
              look="secondary"
              size="small"
              busy={busy}
              onClick={() => run(() => reopen({ ...of, link: link.id }).unwrap(), 'Link reopened.')}
            >
              Reopen link
            </Button>
          )}
          {(state === 'open' || state === 'signed') && (
            <Button
              look="secondary"
              size="small"
              busy={busy}
              onClick={() => run(() => withdraw({ ...of, link: link.id }).unwrap(), 'Link withdrawn.')}
            >
              Withdraw link
            </Button>
          )}
        </div>
      )}
      <SendLinkDialog
        deal={deal}
        purpose={isElsewhere ? purpose : undefined}
        isElsewhere
        onClose={() => setIsElsewhere(false)}
      />
    </div>
  )
}

type ReassignmentProps = { deal: string; link: DealLink; reassignment: NonNullable<DealLink['reassignment']> }

/** The recipient named someone outside of their mail domain to sign instead. */
function Reassignment({ deal, link, reassignment: { name, title, email } }: ReassignmentProps) {
  const { id: organization } = useOrganization()
  const [decide] = dealLinksApi.useDecideReassignmentMutation()
  const { busy, run } = useAction()
  const answer = (decision: 'confirmed' | 'refused') =>
    decide({ organization, deal, link: link.id, body: { email, decision } }).unwrap()
  return (
    <div role="status" className="flex flex-col gap-2 border-l-2 border-summit pl-3">
      <p>
        {link.name} wants <span className="font-semibold text-ink">{[name, title].filter(Boolean).join(', ')}</span> to
        sign instead, at <span className="font-semibold break-all text-ink">{email}</span>. Confirm only if you know
        that they sign for the company.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => run(() => answer('confirmed'), `Link sent to ${name}.`)}>
          Confirm signer
        </Button>
        <Button look="secondary" size="small" busy={busy} onClick={() => run(() => answer('refused'), 'Refused.')}>
          Refuse
        </Button>
      </div>
    </div>
  )
}

/** "Sent to Sofia Brandt 2 h ago, opened 1 h ago." */
function LinkState({
  link: { purpose, number, name, email, sentAt, openedAt, expiresAt, mail, state, lockedUntil },
}: {
  link: DealLink
}) {
  if (state === 'open' && mail === 'failed') {
    return `The mail to ${name} was refused by ${email.split('@')[1]}. Check the address ${email}, or send it to someone else.`
  }
  if (state === 'signed') return `${name} signed version ${number} by link and can open the company page.`
  if (state === 'codes' && lockedUntil) return `The link to ${name} is closed for an hour after five wrong codes.`
  if (state !== 'open') return `The link to ${name} ${endings[state]}.`
  return (
    <>
      {purpose === 'page' ? 'Page sent' : 'Sent'} to {name} <Ago at={sentAt} inSentence />,{' '}
      {openedAt ? (
        <>
          opened <Ago at={openedAt} inSentence />
        </>
      ) : (
        'not opened yet'
      )}
      {expiresAt && (
        <>
          , works until <Day at={expiresAt} />
        </>
      )}
      .
    </>
  )
}

const endings: Record<Exclude<DealLink['state'], 'open' | 'signed'>, string> = {
  replaced: 'was replaced',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
  codes: 'was closed after too many wrong codes',
  declined: 'was declined',
  changes: 'was answered with a request for changes',
  reassigned: 'went to another signer',
}
