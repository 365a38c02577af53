import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { type DisclosureRow, disclosuresQuery } from '@sherpa/contracts/disclosure'
import {
  disclosureKinds,
  disclosureStates,
  isBeforeSigning,
  isUnfiled,
  nameOfDisclosure,
} from '@sherpa/contracts/disclosure-state'
import type { MissingFacts } from '@sherpa/contracts/missing-facts'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link, useNavigate } from 'react-router'
import { dayOfWeek, deadlineInWords, shortCalendarDay } from '../../data/moments.tsx'
import { useMedia } from '../../data/use-media.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { settingsSections } from '../../frame/organization-sections.ts'
import { useCommands } from '../../frame/palette/commands.ts'
import { useToday } from '../../frame/use-today.ts'
import { useListAddress } from '../../list/list-address.ts'
import { ListHead } from '../../list/list-head.tsx'
import { type Column, TwoLines } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import type { BuiltInView } from '../../list/saved-views.tsx'
import { useSelection } from '../../list/selection.ts'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { useColleagues } from '../athletes/use-colleagues.ts'
import { useNow } from '../demo/use-now.ts'
import { InquiryButton } from '../licenses/inquiry-button.tsx'
import { DeskSelection } from './desk-selection.tsx'
import {
  CANNOT_TELL,
  countedInWords,
  dueInWords,
  FIRST_MISSING,
  factsOf,
  groupByDeadline,
  latestInWords,
  missingInWords,
  nextStepOf,
  payorInWords,
  stateTones,
  timeLeft,
  unknownInWords,
  waitInWords,
} from './disclosure-words.ts'
import { DueRing } from './due-ring.tsx'
import { countsInWords, unjudgedInWords } from './missing-fact-words.ts'
import { FactForm, FactGroups, useMissingFacts } from './missing-facts.tsx'
import { NewDisclosureButton } from './new-disclosure-button.tsx'
import { PastReports, pastSentence } from './past-reports.tsx'
import { ReportedDeals } from './reported-deals.tsx'
import { useRemindPayor } from './use-remind-payor.ts'

/** No view says that nothing is due while it is unknown whether something is. */
const viewsFor = (unknown: string | undefined): BuiltInView[] => [
  { name: 'Due', address: '', none: unknown ?? 'Nothing due' },
  {
    name: 'Mine',
    address: 'scope=mine',
    none: unknown ?? 'Nothing due for you',
  },
  { name: 'Waiting', address: 'work=waiting', none: 'Waiting for nobody' },
  { name: 'Filed', address: 'work=closed', none: 'Nothing filed yet' },
]

/** Everything due by day, the late ones first. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const today = useToday()
  const now = useNow()
  const navigate = useNavigate()
  const address = useListAddress(disclosuresQuery)
  const loaded = useList(disclosuresApi.endpoints.disclosures, { organization, query: address.state }, 'disclosures')
  const { work = 'due', state, sort } = address.state
  const isByDay = work === 'due' && !state && !sort
  const groupOf = (row: DisclosureRow) => groupByDeadline(row, today, now)
  const list = isByDay
    ? { ...loaded, rows: loaded.rows.toSorted((one, other) => groupOf(one).rank - groupOf(other).rank) }
    : loaded
  const mayEdit = may('disclosures.edit')
  const isPhone = usePhone()
  const selection = useSelection(list.rows.filter(({ id }) => !list.gone.has(id)).map(({ id }) => id))
  const colleagues = useColleagues()
  const placeOf = ({ id }: DisclosureRow) => `/organizations/${organization}/compliance/${id}`
  const screens = furtherScreens.filter(({ permission }) => !permission || may(permission))
  useCommands(
    screens.map(({ path, title }) => ({ title, icon: 'permissions', run: `/organizations/${organization}/${path}` })),
  )
  const mayAnswerInquiry = mayEdit && may('data.export')
  const missing = useMissingFacts(address.state.scope === 'mine' ? { scope: 'mine' } : {})
  const facts = missing.currentData
  const hasPanel = useMedia(wide) && isByDay && facts !== undefined && facts.total > 0
  const unknown = facts && (unknownOf(facts) ?? pastSentence(facts.counts.past))
  const linksAs = (className: string) =>
    screens.map(({ path, title }) => (
      <Link key={path} to={`/organizations/${organization}/${path}`} className={className}>
        {title}
      </Link>
    ))
  const further = (
    <>
      {linksAs(menuItemClass)}
      {mayAnswerInquiry && <InquiryButton look="item" />}
    </>
  )
  return (
    <div className={hasPanel ? 'grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6' : ''}>
      <ListView
        head={(parts) => (
          <>
            <ListHead
              title="Compliance"
              within={name}
              count={list.total}
              summary={isByDay && facts ? countsInWords(facts.counts) : undefined}
              views={parts.views}
              tools={
                hasPanel ? (
                  <MenuButton
                    align="end"
                    name="More actions"
                    buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} w-11 px-0`}
                    label={<ToolIcon name="more" />}
                  >
                    {further}
                  </MenuButton>
                ) : (
                  <>
                    {linksAs(`${buttonClass({ look: 'secondary', size: 'small' })} border-transparent`)}
                    {mayAnswerInquiry && <InquiryButton />}
                  </>
                )
              }
              menu={further}
              add={mayEdit && <NewDisclosureButton look={parts.isEmpty ? 'primary' : 'secondary'} />}
            />
            {!hasPanel && isByDay && facts && unknownOf(facts) && (
              <p className="text-sm">
                <Link to={`/organizations/${organization}/compliance/missing-facts`} className={textLinkClass}>
                  {unknown}
                </Link>
              </p>
            )}
            {facts && <PastReports past={facts.counts.past} shown={address.state.before} />}
            <ReportedDeals />
          </>
        )}
        isHeadLoading={disclosuresApi.useReportedDealsQuery({ organization }).isLoading || missing.isLoading}
        views="disclosures"
        builtInViews={viewsFor(unknown)}
        searchLabel="Search disclosures"
        filters={[
          { name: 'kind', label: 'Report', choices: disclosureKinds },
          { name: 'state', label: 'State', choices: disclosureStates },
          {
            name: 'preparer',
            label: 'Officer',
            choices: { ...Object.fromEntries(colleagues), none: 'Nobody' },
            most: 1,
          },
        ]}
        label="Disclosures"
        list={list}
        address={address}
        groupOf={isByDay ? groupOf : undefined}
        isTall
        // On phones, names need the room.
        selection={mayEdit && !isPhone ? selection : undefined}
        columns={columnsFor({
          today,
          now,
          placeOf,
          isByDay,
          hasPanel,
          first: list.rows.find((row) => row.missing.length === 0)?.id,
        })}
        nameOf={(row) => `${nameOfDisclosure(row)}, ${row.athlete.name}`}
        onOpen={(row) => void navigate(placeOf(row))}
        empty={
          <EmptyState title={unknown ?? (may('money.view') ? 'Nothing due' : 'Nothing due that you can see')}>
            {facts && unknownOf(facts)
              ? 'Each deal says what is missing. Its report opens once that is known.'
              : unknown
                ? 'File them, or say that they were filed. Nobody is reminded of these.'
                : 'A report opens with its deadline when a deal of a college athlete is signed. Add any other yourself.'}
          </EmptyState>
        }
        noMatch="No disclosure matches"
      />
      {hasPanel && (
        <aside className="pt-2">
          <Panel
            title="Missing facts"
            count={`${facts.counts.unknown} ${facts.counts.unknown === 1 ? 'report' : 'reports'}`}
            lead="Until they are known, a row counts as due on its earliest possible day."
          >
            <div className="flex flex-col gap-5">
              <FactGroups missing={facts} />
              <FactForm missing={facts} look="secondary" />
            </div>
          </Panel>
        </aside>
      )}
      {mayEdit && <DeskSelection selection={selection} rows={list.rows} colleagues={colleagues} />}
    </div>
  )
}

const furtherScreens = [
  { path: 'compliance/rules', title: 'Rules', permission: undefined },
  { path: 'compliance/news', title: 'Rule changes', permission: undefined },
  { path: 'compliance/payors', title: 'Associated entities', permission: undefined },
  { path: settingsSections.licenses.path, title: 'Licenses', permission: settingsSections.licenses.permission },
  { path: 'compliance/agent-notices', title: 'Notices to schools', permission: undefined },
] as const

type Context = {
  today: string
  now: Date
  placeOf: (row: DisclosureRow) => string
  isByDay: boolean
  /** Missing facts are beside the list, so that rows have one line for the report and its state. */
  hasPanel: boolean
  /** The first row that can be filed. */
  first: string | undefined
}

/** Filed reports keep their deadline, without a clock. Those to answer say how long they have waited. */
function DueCell({ row, today, now }: { row: DisclosureRow; today: string; now: Date }) {
  const { timeZone } = useOrganization()
  const { state, outcomeOn } = row
  const waited = waitInWords(row, today)
  if (waited && outcomeOn) {
    return (
      <TwoLines second={`Since ${shortCalendarDay(outcomeOn)}`}>
        <span className="font-medium text-summit-ink tabular-nums">{waited}</span>
      </TwoLines>
    )
  }
  if (!isUnfiled(state)) return <span className="text-grey">{dueInWords(row)}</span>
  const { isLate, isNear, text } = timeLeft(row, today, now)
  if (isBeforeSigning(row)) return <span className="text-ink">{text}</span>
  if (row.missing.length > 0) {
    return (
      <span className="flex items-center gap-2.5 max-md:justify-end">
        <DueRing {...{ row, now, isLate, isNear }} />
        <span className="min-w-0">
          <TwoLines second={isLate ? <span className="text-error">{text}, if due</span> : text}>
            <span className="text-ink tabular-nums">{latestInWords(row)}</span>
          </TwoLines>
        </span>
      </span>
    )
  }
  return (
    <span className="flex items-center gap-2.5 max-md:justify-end">
      <DueRing {...{ row, now, isLate, isNear }} />
      <span className="min-w-0">
        <TwoLines second={isNear ? deadlineInWords(row.dueAt, timeZone) : dayOfWeek(row.dueOn)}>
          <span
            className={`tabular-nums ${isLate ? 'font-medium text-error' : isNear ? 'font-medium text-summit-ink' : 'text-ink'}`}
          >
            {text}
          </span>
        </TwoLines>
      </span>
    </span>
  )
}

/** Questions of an authority wait for an answer. */
function columnsFor({ today, now, placeOf, isByDay, hasPanel, first }: Context): Column<DisclosureRow>[] {
  const columns: Column<DisclosureRow>[] = [
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      width: 'compact',
      place: 'side',
      cell: (row) => <DueCell row={row} today={today} now={now} />,
    },
    {
      id: 'athlete',
      head: 'Athlete and deal',
      shown: 'always',
      place: 'name',
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="max-md:hidden">
            <Avatar name={row.athlete.name} />
          </span>
          <span className="min-w-0">
            <TwoLines second={hasPanel ? <ReportAndState row={row} /> : row.school}>
              <Link to={placeOf(row)} className="text-base font-medium text-ink hover:underline">
                {row.deal?.title ?? row.athlete.name}
              </Link>
            </TwoLines>
          </span>
        </span>
      ),
    },
    {
      id: 'report',
      head: 'Report',
      width: 'medium',
      place: 'detail',
      cell: (row) => <TwoLines second={countedInWords(row)}>{nameOfDisclosure(row)}</TwoLines>,
    },
    {
      id: 'state',
      head: 'State',
      width: 'person',
      place: 'state',
      cell: (row) =>
        row.missing.length > 0 ? (
          <TwoLines second={unknownInWords(row)}>
            <StatusBadge tone="warning">{CANNOT_TELL}</StatusBadge>
          </TwoLines>
        ) : (
          <TwoLines second={missingInWords(row) ?? payorInWords(row)}>
            <StatusBadge tone={row.attestation?.presumed ? 'warning' : stateTones[row.state]}>
              {missingInWords(row) ? (
                <>
                  <span className="max-md:hidden">{disclosureStates[row.state]}</span>
                  <span className="md:hidden">{missingInWords(row)}</span>
                </>
              ) : (
                disclosureStates[row.state]
              )}
            </StatusBadge>
          </TwoLines>
        ),
    },
    {
      id: 'preparer',
      head: 'Officer',
      width: 'person',
      from: 'large',
      cell: ({ preparer }) =>
        preparer ? (
          <span className="flex items-center gap-2">
            <Avatar name={preparer.name} />
            <span className="truncate">{preparer.name}</span>
          </span>
        ) : (
          <span className="text-grey">Nobody</span>
        ),
    },
    {
      id: 'next',
      head: 'Next step',
      width: 'person',
      from: 'laptop',
      cell: (row) =>
        (!hasPanel || row.missing.length === 0) && (
          <NextStep
            row={row}
            place={placeOf(row)}
            look={isByDay && row.id === first && timeLeft(row, today, now).isLate ? 'primary' : 'secondary'}
          />
        ),
    },
  ]
  return hasPanel ? columns.filter(({ id }) => !besideThePanel.has(id)) : columns
}

/** Columns that have no room beside the panel. */
const besideThePanel: ReadonlySet<string> = new Set(['report', 'state', 'preparer'])

/** "NIL Go report, 3 of 14 missing" */
function ReportAndState({ row }: { row: DisclosureRow }) {
  if (row.missing.length === 0) {
    return [nameOfDisclosure(row), missingInWords(row) ?? disclosureStates[row.state]].join(', ')
  }
  return (
    <>
      <b className="font-medium text-summit-ink">{CANNOT_TELL}.</b> {unknownInWords(row)}
    </>
  )
}

/** The breakpoint of list and missing facts side by side. */
const wide = '(width >= 80rem)'

/** What nobody can judge; undefined if there is nothing. */
function unknownOf({ counts, unjudged }: MissingFacts) {
  if (counts.unknown > 0) return `${counts.unknown} ${counts.unknown === 1 ? 'report' : 'reports'} cannot be judged yet`
  return unjudged > 0 ? unjudgedInWords(unjudged) : undefined
}

/** Takes the next step, or opens the record where it is taken. */
function NextStep({ row, place, look }: { row: DisclosureRow; place: string; look: 'primary' | 'secondary' }) {
  const { id: organization, may } = useOrganization()
  const { busy, remindPayor } = useRemindPayor()
  const step = nextStepOf(row)
  const props = { 'aria-label': `${step}: ${nameOfDisclosure(row)}, ${row.athlete.name}` }
  if (step === 'Remind payor' && may('disclosures.edit')) {
    return (
      <Button {...props} look={look} size="small" busy={busy} onClick={() => remindPayor(row.id)}>
        {busy ? 'Reminding…' : step}
      </Button>
    )
  }
  const isCompleting = step === 'Complete report' && may('disclosures.edit')
  return (
    <Link
      {...props}
      to={
        step === 'Enter facts'
          ? factsOf(organization, row.athlete.id)
          : isCompleting
            ? `${place}#${FIRST_MISSING}`
            : place
      }
      className={buttonClass({ look, size: 'small' })}
    >
      {step}
    </Link>
  )
}
