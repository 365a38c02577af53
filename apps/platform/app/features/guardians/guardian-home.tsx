import { dealsApi } from '@sherpa/api-client/deals'
import type { GuardianDeal } from '@sherpa/contracts/deal-work'
import type { Guardianship } from '@sherpa/contracts/guardian'
import type { GuardianHome as Home, SignedCopy } from '@sherpa/contracts/guardian-home'
import { labels } from '@sherpa/contracts/labels'
import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { mailto } from '../../data/mailto.ts'
import { calendarDay, Day, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { tel } from '../../data/tel.ts'
import { useAction } from '../../data/use-action.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { Ready } from '../../frame/loaded.tsx'
import { GuardianAnswer } from './guardian-answer.tsx'
import { ObjectButton } from './object-button.tsx'

/** Home of guardians: one child at a time, with what waits first. */
export function GuardianHome({ guardianships }: { guardianships: Guardianship[] }) {
  const [chosen, setChosen] = useState<string>()
  // Open requests first.
  const inOrder = guardianships.toSorted((a, b) => Number(a.confirmedAt !== null) - Number(b.confirmedAt !== null))
  const shown = inOrder.find(({ id }) => id === chosen) ?? inOrder[0]
  if (!shown) return null
  return (
    <div className="flex max-w-2xl flex-col gap-7">
      {inOrder.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Child</legend>
          {inOrder.map(({ id, athlete, organization }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === shown.id}
              onClick={() => setChosen(id)}
              className="inline-flex min-h-8 cursor-pointer items-center rounded-full border border-line px-3 text-sm font-medium text-slate hover:text-ink aria-pressed:border-transparent aria-pressed:bg-glacier-pale aria-pressed:text-glacier-deep max-md:min-h-11"
            >
              {athlete}
              <span className="sr-only">, {organization}</span>
            </button>
          ))}
        </fieldset>
      )}
      <Child key={shown.id} guardianship={shown} />
    </div>
  )
}

function Child({ guardianship }: { guardianship: Guardianship }) {
  const { id, athlete, organization, confirmedAt, verified, facts } = guardianship
  return (
    <>
      <header className="flex items-center gap-4">
        <Avatar name={athlete} size="large" />
        <div className="min-w-0">
          <h2 className="text-[1.375rem] leading-7 break-words">{athlete}</h2>
          <p className="text-sm break-words text-slate">
            {confirmedAt ? `You are the guardian. ${organization}` : `${organization} asks if you are the guardian`}
          </p>
        </div>
      </header>
      {!confirmedAt ? (
        <Panel title="Waiting for you">
          <GuardianAnswer guardianship={guardianship} />
        </Panel>
      ) : !facts ? (
        <p className="text-sm">{organization} asks you only when you must sign. Nothing waits for you.</p>
      ) : !verified ? (
        <p className="text-sm">
          {organization} is checking that you are {athlete}’s guardian. Then you see deals, dates and documents here.
        </p>
      ) : (
        <VerifiedHome guardianship={id} athlete={athlete} />
      )}
      <Link to="/account/guardianships" className={`${buttonClass({ look: 'secondary', size: 'small' })} self-start`}>
        Your permission for {athlete}
      </Link>
    </>
  )
}

function VerifiedHome({ guardianship, athlete }: { guardianship: string; athlete: string }) {
  const deals = dealsApi.useGuardianDealsQuery({ guardianship })
  const home = dealsApi.useGuardianHomeQuery({ guardianship })
  return (
    <Ready queries={[deals, home]}>
      {() =>
        deals.currentData &&
        home.currentData && (
          <>
            <Waiting guardianship={guardianship} deals={deals.currentData.deals} />
            <Due due={home.currentData.due} />
            <Payments payments={home.currentData.payments} athlete={athlete} />
            <SignedDocuments guardianship={guardianship} documents={home.currentData.documents} />
            <Agreements agreements={home.currentData.agreements} />
            <Access home={home.currentData} />
            <Question lead={home.currentData.lead} athlete={athlete} />
          </>
        )
      }
    </Ready>
  )
}

function Waiting({ guardianship, deals }: { guardianship: string; deals: readonly GuardianDeal[] }) {
  const waiting = deals.filter(({ waits }) => waits)
  const underWay = deals.filter(({ waits, isSigned }) => !waits && !isSigned)
  return (
    <>
      <Panel title="Waiting for you">
        {waiting.length === 0 ? (
          <Nothing>Nothing waits for you.</Nothing>
        ) : (
          <ul className="flex flex-col gap-3">
            {waiting.map((deal, index) => (
              <li key={`${deal.id} ${deal.number}`} className="rounded-md border border-line p-4">
                <p className="font-semibold break-words text-ink">Sign {deal.title}</p>
                <p className="text-sm break-words text-slate">
                  {deal.company}, version {deal.number}
                </p>
                <div className="mt-3 flex flex-wrap gap-2">
                  <Link
                    to={`/account/guardianships/${guardianship}/deals/${deal.id}`}
                    className={`${buttonClass({ look: index === 0 ? 'primary' : 'secondary', size: 'small' })} max-md:flex-1`}
                  >
                    Read and sign
                    <span className="sr-only"> {deal.title}</span>
                  </Link>
                  {!deal.isSigned && <ObjectButton guardianship={guardianship} deal={deal} />}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {underWay.length > 0 && (
        <Panel title="Under way">
          <Rows>
            {underWay.map((deal) => (
              <Row key={`${deal.id} ${deal.number}`} title={deal.title} about={deal.company}>
                <StatusBadge tone={deal.objected ? 'warning' : 'quiet'}>
                  {deal.objected ? 'Paused by an objection' : deal.signedAt ? 'You signed' : 'In review'}
                </StatusBadge>
              </Row>
            ))}
          </Rows>
        </Panel>
      )}
    </>
  )
}

function Due({ due }: { due: Home['due'] }) {
  return (
    <Panel title="Due">
      {due.length === 0 ? (
        <Nothing>Nothing due in the next 14 days.</Nothing>
      ) : (
        <Rows>
          {due.map(({ id, title, deal, dueOn, late }) => (
            <Row key={id} title={title} about={deal}>
              <span className="flex items-center gap-2 whitespace-nowrap tabular-nums">
                {late && <StatusBadge tone="bad">Overdue</StatusBadge>}
                {shortCalendarDay(dueOn)}
              </span>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}

function Payments({ payments, athlete }: { payments: Home['payments']; athlete: string }) {
  if (!payments) return null
  return (
    <Panel title={`Payments to ${athlete}`}>
      {payments.sums.length === 0 ? (
        <Nothing>No payments due in {payments.year}.</Nothing>
      ) : (
        <>
          {payments.sums.map(({ currency, receivedMinor, expectedMinor }) => (
            <dl key={currency} className="grid grid-cols-2 divide-x divide-line border-b border-line pb-3 tabular-nums">
              <div>
                <dt className="text-xs text-grey">Received in {payments.year}</dt>
                <dd className="text-xl font-semibold text-ink">{moneyInWords(receivedMinor, currency)}</dd>
              </div>
              <div className="pl-4">
                <dt className="text-xs text-grey">Expected</dt>
                <dd className="text-xl font-semibold text-ink">{moneyInWords(expectedMinor, currency)}</dd>
              </div>
            </dl>
          ))}
          <p className="mt-2 text-xs text-grey">
            Payments due in {payments.year}. Excludes in-kind and conditional payments.
          </p>
        </>
      )}
    </Panel>
  )
}

/** What the organization takes, as the athlete sees it. */
function Agreements({ agreements }: Pick<Home, 'agreements'>) {
  if (agreements.length === 0) return null
  return (
    <Panel title="Representation agreement">
      <Rows>
        {agreements.map(({ id, startsOn, endsOn, fees }) => (
          <Row
            key={id}
            title={fees ? `Fee: ${fees}` : 'No fee entered'}
            about={`From ${calendarDay(startsOn)}${endsOn ? ` to ${calendarDay(endsOn)}` : ''}`}
          />
        ))}
      </Rows>
    </Panel>
  )
}

/** Signed copies with download. */
export function SignedDocuments({
  guardianship,
  documents,
  title = 'Signed documents',
}: {
  guardianship: string
  documents: readonly SignedCopy[]
  title?: string
}) {
  const [getAddress] = dealsApi.useGuardianDocumentAddressMutation()
  const { busy, run } = useAction()
  const open = (document: string) =>
    run(async () => {
      const { address } = await getAddress({ guardianship, document }).unwrap()
      window.location.assign(address)
    })
  return (
    <Panel title={title}>
      {documents.length === 0 ? (
        <Nothing>No signed documents yet.</Nothing>
      ) : (
        <Rows>
          {documents.map(({ id, title: deal, name, addedAt }) => (
            <Row key={id} title={deal} about={name}>
              <span className="text-xs whitespace-nowrap text-grey tabular-nums">
                <Day at={addedAt} />
              </span>
              <button
                type="button"
                disabled={busy}
                onClick={() => open(id)}
                aria-label={`Download ${deal}, ${name}`}
                className={buttonClass({ look: 'secondary', size: 'small' })}
              >
                <ToolIcon name="download" />
                Download
              </button>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}

function Access({ home: { access, kind } }: { home: Home }) {
  return (
    <Panel title="Who has access">
      <ul className="-mt-2 divide-y divide-line-soft text-sm">
        {access.map((one) => (
          <li key={`${one.name} ${one.role}`} className="flex items-center gap-3 py-2">
            <Avatar name={one.name} size="regular" />
            <span className="min-w-0">
              <span className="block font-medium break-words text-ink">{one.isCaller ? 'You' : one.name}</span>
              <span className="block text-xs text-grey">{accessInWords(one, kind)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-start gap-2 rounded-md bg-snow p-3 text-xs text-slate">
        <ToolIcon name="permissions" className="mt-0.5 size-3.5 shrink-0" />
        Birth date, phone and email of athletes under 18 are masked. Each look at them is logged.
      </p>
    </Panel>
  )
}

function accessInWords({ role, deals, amounts, contacts }: Home['access'][number], kind: Home['kind']) {
  if (!role) return 'Guardian'
  const sees = amounts
    ? 'record, deals and amounts'
    : deals
      ? 'record and deals, no amounts'
      : 'record and away times, no deals'
  return `${labels[kind].roles[role]}: ${sees}${contacts ? ', contact details' : ''}`
}

function Question({ lead, athlete }: { lead: Home['lead']; athlete: string }) {
  if (!lead) return null
  return (
    <Panel title="Ask a question">
      <p className="text-sm break-words">
        {lead.name}, <span className="text-slate">{lead.email}</span>
      </p>
      <div className="mt-3 flex gap-2">
        {lead.phone && (
          <a href={tel(lead.phone)} className={buttonClass({ look: 'secondary', size: 'small' })}>
            Call
          </a>
        )}
        <a
          href={mailto(lead.email, `Question about ${athlete}`)}
          className={buttonClass({ look: 'secondary', size: 'small' })}
        >
          <ToolIcon name="email" />
          Ask a question
        </a>
      </div>
    </Panel>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="-mt-2 divide-y divide-line-soft text-sm">{children}</ul>
}

function Row({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium break-words text-ink">{title}</span>
        <span className="block text-xs break-words text-grey">{about}</span>
      </span>
      {children}
    </li>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-sm text-grey">{children}</p>
}
