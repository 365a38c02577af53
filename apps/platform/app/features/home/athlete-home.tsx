import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { homeApi } from '@sherpa/api-client/home'
import { addDays } from '@sherpa/contracts/days'
import { type PaymentRow, paymentStates } from '@sherpa/contracts/deal-work'
import type { MoneySum } from '@sherpa/contracts/finance'
import type { Agents, Need } from '@sherpa/contracts/home'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { Link } from 'react-router'
import { mailto } from '../../data/mailto.ts'
import { calendarDay, dayOf, daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords, roundedMoney } from '../../data/money.ts'
import { sms, tel } from '../../data/tel.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { ContactDataPanel } from '../athletes/record/contact-data-panel.tsx'
import { ProofDialog } from '../deals/record/proof-dialog.tsx'
import { PendingInvitations } from '../organizations/home/pending-invitations.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { comingDates } from './coming-dates.ts'
import { ComingDatesPanel } from './coming-dates-panel.tsx'
import { Figure } from './figures.tsx'
import { HomeHeading } from './home-heading.tsx'
import { needWords, waitInWords } from './need-words.ts'
import { CompleteButton } from './needs-list.tsx'

/** Dates further away are on the calendar. */
const DAYS_SHOWN = 90

/** Home of an athlete: to do, money, dates, and whom to ask. */
export function AthleteHome() {
  const organization = useOrganization()
  const { id, may } = organization
  const today = useToday()
  const seesDeals = may('deals.view')
  const seesMoney = seesDeals && may('money.view')
  const needs = homeApi.useNeedsQuery({ organization: id, query: { scope: 'mine' } })
  const agents = homeApi.useOwnAgentsQuery({ organization: id })
  const calendar = dealsApi.useCalendarQuery(
    { organization: id, query: { from: today, until: addDays(today, DAYS_SHOWN), open: 'yes' } },
    { skip: !seesDeals },
  )
  const own = useFirstPage(athletesApi.endpoints.athletes, { organization: id, query: { limit: '1' } }, 'athletes', {
    skip: !may('athletes.view'),
  })
  const athlete = own.currentData?.pages[0]?.rows[0]?.id
  const money = financesApi.useMoneyOfAthleteQuery(
    { organization: id, athlete: athlete ?? '' },
    { skip: !seesMoney || !athlete },
  )
  const late = useFirstPage(
    dealsApi.endpoints.payments,
    { organization: id, query: { state: 'late', direction: 'incoming', sort: 'due', limit: '3' } },
    'payments',
    { skip: !seesMoney },
  )
  const next = useFirstPage(
    dealsApi.endpoints.payments,
    { organization: id, query: { state: 'expected', direction: 'incoming', due: 'dated', sort: 'due', limit: '1' } },
    'payments',
    { skip: !seesMoney },
  )
  const todo = needs.currentData?.groups.flatMap(({ rows }) => rows) ?? []
  const latePayments = late.currentData?.pages[0]?.rows ?? []
  const queries = [needs, agents, calendar, own, late, next, ...(athlete && seesMoney ? [money] : [])]
  return (
    <>
      <HomeHeading
        today={today}
        sentence={needs.currentData && sentenceFor(todo.length, latePayments.length)}
        action={
          <Link to={`/organizations/${id}/report-deal`} className={buttonClass({ look: 'secondary' })}>
            Report a deal
          </Link>
        }
      />
      <PendingInvitations />
      <Ready queries={queries}>
        {() => (
          <div className="home-columns">
            <div className="flex min-w-0 flex-col gap-7">
              <ToDo needs={todo} today={today} />
              {money.currentData && (
                <YourMoney
                  sums={money.currentData.sums}
                  late={latePayments}
                  next={next.currentData?.pages[0]?.rows[0]}
                  agent={agents.currentData?.agents[0]?.name}
                />
              )}
            </div>
            <div className="flex min-w-0 flex-col gap-7">
              {seesDeals && (
                <ComingDatesPanel
                  title="Next dates"
                  dates={comingDates(
                    {
                      subscription: undefined,
                      invitations: [],
                      items: calendar.currentData?.items,
                      days: DAYS_SHOWN,
                      isAthlete: true,
                    },
                    organization.timeZone,
                  )}
                />
              )}
              <YourAgents agents={agents.currentData?.agents ?? []} />
              {athlete && <ContactDataPanel athlete={{ id: athlete, editable: false }} />}
            </div>
          </div>
        )}
      </Ready>
    </>
  )
}

function sentenceFor(todo: number, late: number) {
  const things = todo === 0 ? 'Nothing to do.' : todo === 1 ? '1 thing to do.' : `${todo} things to do.`
  const money = late === 0 ? '' : late === 1 ? ' One payment to you is late.' : ` ${late} payments to you are late.`
  return things + money
}

function ToDo({ needs, today }: { needs: Need[]; today: string }) {
  const { id: organization } = useOrganization()
  const [toProve, setToProve] = useState<Need>()
  return (
    <Panel title="To do" count={needs.length}>
      {needs.length === 0 && <p className="text-sm text-grey">Nothing waits for you.</p>}
      <ul className="flex flex-col gap-3">
        {needs.map((need, index) => {
          const { title, about, action, to } = needWords(need)
          const isProof = need.kind === 'proof-to-send'
          const isTask = need.kind === 'task'
          const look = index === 0 ? 'primary' : 'secondary'
          return (
            <li key={`${need.kind} ${need.id}`} className="rounded-lg border border-line p-4">
              <div className="flex flex-wrap items-start gap-3">
                {!isTask && <Avatar name={need.company?.name ?? title} size="regular" shape="organization" />}
                <div className="min-w-0 flex-1 basis-44">
                  <h3 className="text-base font-semibold break-words text-ink">
                    {isTask
                      ? title
                      : isProof
                        ? `Send proof: ${title}`
                        : `Sign the deal with ${need.company?.name ?? title}`}
                  </h3>
                  <p className="text-xs break-words text-grey">{about}</p>
                </div>
                <p className={`text-xs ${need.day && need.day < today ? 'text-error' : 'text-summit-ink'}`}>
                  {waitInWords(need, today)}
                </p>
              </div>
              {isProof && need.about && (
                <p className="mt-2 text-sm text-slate">Your agent returned it: “{need.about}”</p>
              )}
              <div className="mt-3">
                {isTask ? (
                  <CompleteButton need={need} isNext={index === 0} />
                ) : isProof ? (
                  <Button size="small" look={look} aria-label={`Send proof: ${title}`} onClick={() => setToProve(need)}>
                    {action}
                  </Button>
                ) : (
                  <Link
                    to={`/organizations/${organization}/${to}`}
                    className={buttonClass({ look, size: 'small' })}
                    aria-label={`Read and sign: ${title}`}
                  >
                    {action}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {toProve && <ProofDialog row={toProve} open onClose={() => setToProve(undefined)} />}
    </Panel>
  )
}

function YourMoney({
  sums,
  late,
  next,
  agent,
}: {
  sums: MoneySum[]
  late: PaymentRow[]
  next: PaymentRow | undefined
  agent: string | undefined
}) {
  const { id } = useOrganization()
  const payments = `/organizations/${id}/finances`
  return (
    <Panel
      title="Your money"
      actions={
        <Link to={payments} className={sectionLinkClass}>
          All payments
        </Link>
      }
    >
      {sums.length === 0 && <p className="text-sm text-grey">Payments of your deals appear here.</p>}
      {sums.map(({ currency, receivedMinor, expectedMinor, lateMinor }) => (
        <ul key={currency} className="facts -mt-4">
          <Figure title="Received so far" value={roundedMoney(receivedMinor, currency)} to={payments} />
          <Figure title={paymentStates.expected} value={roundedMoney(expectedMinor, currency)} to={payments} />
          <Figure
            title={paymentStates.late}
            value={lateMinor > 0 ? <span className="text-error">{roundedMoney(lateMinor, currency)}</span> : <>–</>}
            to={payments}
          />
        </ul>
      ))}
      <ul className="divide-y divide-line-soft border-b border-line text-sm">
        {late.map(({ id, company, openMinor, currency, dueOn, late, title, reminded }) => (
          <li key={id} className="flex gap-3 py-2.5">
            <Avatar name={company.name} size="regular" shape="organization" />
            <div className="min-w-0">
              <p className="text-base font-medium break-words text-ink">
                {company.name} owes you {moneyInWords(openMinor, currency)}
              </p>
              <p className="text-xs text-grey">
                {late && <span className="text-error">{daysLate(late.days)}. </span>}
                {title}, due {dueOn && shortCalendarDay(dueOn)}
              </p>
              <p className="text-xs text-grey">
                {reminded ? `${reminded.by?.name ?? 'Your agent'} sent a reminder on ${dayOf(reminded.at)}. ` : ''}
                {agent ?? 'Your agent'} is on it. You don’t need to do anything.
              </p>
            </div>
          </li>
        ))}
        {next?.dueOn && (
          <li className="flex gap-3 py-2.5">
            <Avatar name={next.company.name} size="regular" shape="organization" />
            <div className="min-w-0">
              <p className="text-base font-medium break-words text-ink">
                Next: {moneyInWords(next.openMinor, next.currency)} from {next.company.name}
              </p>
              <p className="text-xs text-grey">
                {next.title}, due {calendarDay(next.dueOn)}
              </p>
            </div>
          </li>
        )}
      </ul>
      {sums.length > 0 && <p className="mt-2 text-xs text-grey">Amounts before fees.</p>}
    </Panel>
  )
}

function YourAgents({ agents }: { agents: Agents['agents'] }) {
  const { name: organization } = useOrganization()
  if (agents.length === 0) return null
  return (
    <Panel title={agents.length === 1 ? 'Your agent' : 'Your people'}>
      <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
        {agents.map(({ id, name, email, phone }) => (
          <li key={id} className="flex flex-col gap-2 py-3 text-sm">
            <div className="flex items-center gap-3">
              <Avatar name={name} size="regular" />
              <div className="min-w-0 flex-1">
                <p className="text-base font-medium break-words text-ink">{name}</p>
                <p className="text-xs break-words text-grey">{phone ? `${organization}, ${phone}` : organization}</p>
              </div>
            </div>
            <div className="grid grid-flow-col gap-2">
              {phone && (
                <>
                  <a href={tel(phone)} className={secondary} aria-label={`Call ${name}`}>
                    Call
                  </a>
                  <a href={sms(phone)} className={secondary} aria-label={`Text ${name}`}>
                    Text
                  </a>
                </>
              )}
              <a href={mailto(email)} className={secondary} aria-label={`Email ${name}`}>
                Email
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const secondary = buttonClass({ look: 'secondary', size: 'small' })
