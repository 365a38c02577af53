import { complianceApi } from '@sherpa/api-client/compliance'
import type { Touched, TouchingVersion } from '@sherpa/contracts/compliance'
import { type Rule, ruleStatuses, type VerdictState, verdictStates } from '@sherpa/contracts/compliance/judgment'
import {
  type LegalNotice,
  legalNotices,
  noticeStatuses,
  type RuleNews,
  ruleNews,
} from '@sherpa/contracts/compliance/news'
import { rules } from '@sherpa/contracts/compliance/rules/all'
import { ownValue } from '@sherpa/contracts/own-value'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { calendarDay, dayOf } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded, Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { NextPage } from '../../list/next-page.tsx'
import type { ListQueryResult } from '../../list/use-list.ts'
import { SourceRead } from './source-link.tsx'
import { NOT_ADVICE, stateTones, touchedInWords, touchedState } from './verdict-words.ts'

/** What changed in the rules, which open deals it touches, and what may change next. */
export function Component() {
  const { id: organization, name, role, may } = useOrganization()
  const isReader = role !== 'athlete' && may('deals.view')
  const query = complianceApi.useRuleNewsQuery({ organization }, { skip: !isReader })
  return (
    <>
      <ScreenHeading
        title="Rule changes"
        within={name}
        lead={
          <>
            Open deals are judged again when a rule changes.{' '}
            <Link to={`/organizations/${organization}/compliance/rules`} className={textLinkClass}>
              All rules
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-8">
        {isReader ? (
          <Loaded query={query}>
            {({ joinedOn, touching }) => <Changes joinedOn={joinedOn} touching={touching} />}
          </Loaded>
        ) : (
          <Changes joinedOn={null} touching={[]} />
        )}
        <Panel title="Not rules yet" lead="Proposed, new or in court. Sherpa judges no deal by these.">
          <ul className="-mt-4 divide-y divide-line-soft text-sm">
            {legalNotices.map((notice) => (
              <Notice key={notice.id} notice={notice} />
            ))}
          </ul>
        </Panel>
        <p className="text-xs text-grey">{NOT_ADVICE}</p>
      </div>
    </>
  )
}

type Touching = readonly TouchingVersion[]

const isIn = ({ versions }: RuleNews, { rule, version }: TouchingVersion) =>
  ownValue(versions, rule)?.includes(version) ?? false

/** Changes since the organization joined, and older ones that touch a deal now. */
function Changes({ joinedOn, touching }: { joinedOn: string | null; touching: Touching }) {
  useOpened(touching.length > 0)
  const isRecent = (news: RuleNews) =>
    joinedOn === null || news.on > joinedOn || touching.some((one) => isIn(news, one))
  const newestFirst = ruleNews.toReversed()
  const recent = newestFirst.filter(isRecent)
  const earlier = newestFirst.filter((news) => !isRecent(news))
  return (
    <div className="flex flex-col gap-8">
      {recent.length === 0 ? (
        <EmptyState title="No rule has changed since you joined">
          When one does, this page says what changed and what it means for each open deal.
        </EmptyState>
      ) : (
        recent.map((news) => <Change key={news.on + news.sentence} news={news} touching={touching} />)
      )}
      {earlier.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-9 w-fit cursor-pointer py-2 text-grey hover:text-ink max-md:min-h-11">
            Before you joined ({earlier.length})
          </summary>
          <div className="mt-4 flex flex-col gap-8">
            {earlier.map((news) => (
              <Change key={news.on + news.sentence} news={news} touching={[]} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

/** The row on Home disappears once the page was opened. */
function useOpened(hasNews: boolean) {
  const { id: organization } = useOrganization()
  const [open] = complianceApi.useOpenRuleNewsMutation()
  useEffect(() => {
    if (hasNews) void open({ organization })
  }, [hasNews, organization, open])
}

/** Rules that touch deals come first. */
function Change({ news, touching }: { news: RuleNews; touching: Touching }) {
  const named = (versions: RuleNews['versions'], isCorrected: boolean) =>
    Object.entries(versions).flatMap(([id, numbers]) => {
      const rule = rules.find((one) => one.id === id)
      return numbers.flatMap((number) => {
        const version = rule?.versions.find((one) => one.number === number)
        const touched = touching.find((one) => one.rule === id && one.version === number)
        return rule && version ? [{ rule, version, touched, isCorrected }] : []
      })
    })
  const changed = [...named(news.versions, false), ...named(news.corrected ?? {}, true)]
  const [touched, others] = [changed.filter((one) => one.touched), changed.filter((one) => !one.touched)]
  const list = (shown: typeof changed) => (
    <ul className="divide-y divide-line-soft">
      {shown.map((one) => (
        <ChangedRule key={`${one.rule.id} ${one.version.number}`} {...one} />
      ))}
    </ul>
  )
  return (
    <Panel title={news.sentence} lead={`${calendarDay(news.on)}. ${news.why}`}>
      <div className="-mt-4 text-sm">
        {list(touched)}
        {others.length > 3 ? (
          <details>
            <summary className="min-h-9 w-fit cursor-pointer py-2 text-grey hover:text-ink max-md:min-h-11">
              {others.length} {touched.length > 0 ? 'more ' : ''}versions
              <span className="sr-only">: {news.sentence}</span>
            </summary>
            {list(others)}
          </details>
        ) : (
          list(others)
        )}
      </div>
    </Panel>
  )
}

type Version = Rule['versions'][number]

function ChangedRule({
  rule: { id, title, subject },
  version,
  touched,
  isCorrected,
}: {
  rule: Rule
  version: Version
  touched: TouchingVersion | undefined
  isCorrected: boolean
}) {
  const { number, from, until, status, demands } = version
  return (
    <li className="flex flex-col gap-1 py-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold break-words text-ink">
        {title}
        {status !== 'in-force' && <StatusBadge tone="quiet">{ruleStatuses[status]}</StatusBadge>}
        {isCorrected && <StatusBadge tone="quiet">Corrected</StatusBadge>}
      </h3>
      <p className="text-xs text-grey">
        Version {number}, {calendarDay(from)} {until ? `to ${calendarDay(until)}` : 'and later'}
      </p>
      <p className="max-w-[72ch] break-words">{demands}</p>
      <SourceRead {...version} />
      {touched && (
        <div className="mt-2">
          <p className="font-medium text-ink">{touchedInWords(touched.counts, subject)}</p>
          {touched.counts.map(({ state, count }) => (
            <TouchedList key={state} rule={id} version={number} state={state} count={count} title={title} />
          ))}
        </div>
      )}
    </li>
  )
}

type ListProps = { rule: string; version: number; state: VerdictState; count: number; title: string }

/** Loads its deals once it is opened. */
function TouchedList({ count, title, ...of }: ListProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-9 w-fit cursor-pointer py-2 text-grey hover:text-ink max-md:min-h-11">
        {`Show ${touchedState(of.state, count)}`}
        <span className="sr-only">: {title}</span>
      </summary>
      {isOpen && <TouchedRows {...of} />}
    </details>
  )
}

function TouchedRows({ rule, version, state }: Omit<ListProps, 'count' | 'title'>) {
  const { id: organization } = useOrganization()
  const query = complianceApi.useTouchedByRuleInfiniteQuery({
    organization,
    query: { rule, version: String(version), state },
  }) as unknown as ListQueryResult<Touched>
  return (
    <Ready queries={[query]}>
      {() => (
        <>
          <ul className="divide-y divide-line-soft border-l-2 border-line pl-3">
            {query.currentData?.pages
              .flatMap(({ rows }) => rows)
              .map((row) => (
                <TouchedRow key={row.id} row={row} />
              ))}
          </ul>
          {query.hasNextPage && <NextPage query={query} />}
        </>
      )}
    </Ready>
  )
}

function TouchedRow({ row: { deal, athlete, changedAt, before, after } }: { row: Touched }) {
  const { id: organization } = useOrganization()
  const place = deal ? `deals/${deal.id}` : `athletes/${athlete.id}/documents`
  return (
    <li className="py-2 break-words">
      <Link to={`/organizations/${organization}/${place}`} className={textLinkClass}>
        {deal?.title ?? `Representation agreement, ${athlete.name}`}
      </Link>
      {before && (
        <p className="text-grey">
          Before: {verdictStates[before.state].toLowerCase()}. {before.sentence}
        </p>
      )}
      <p>
        <StatusBadge tone={stateTones[after.state]}>{verdictStates[after.state]}</StatusBadge> {after.sentence}{' '}
        <span className="text-grey">Judged again {dayOf(changedAt)}</span>
      </p>
    </li>
  )
}

const noticeTones: Record<LegalNotice['status'], Tone> = { proposed: 'quiet', adopted: 'info', challenged: 'warning' }

function Notice({ notice }: { notice: LegalNotice }) {
  const { title, status, on, step, about } = notice
  return (
    <li className="flex flex-col gap-1 py-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold break-words text-ink">
        {title}
        <StatusBadge tone={noticeTones[status]}>{noticeStatuses[status]}</StatusBadge>
      </h3>
      <p className="text-xs text-grey">
        {calendarDay(on)} · {step}
      </p>
      <p className="max-w-[72ch] break-words">{about}</p>
      <SourceRead {...notice} />
    </li>
  )
}
