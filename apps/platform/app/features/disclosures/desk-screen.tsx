import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { type DisclosureRow, disclosuresQuery } from '@sherpa/contracts/disclosure'
import { disclosureKinds, disclosureStates, isUnfiled, nameOfDisclosure } from '@sherpa/contracts/disclosure-state'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { menuItemClass } from '@sherpa/ui/menu-button'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link, useNavigate } from 'react-router'
import { dayOfWeek, deadlineInWords, shortCalendarDay } from '../../data/moments.tsx'
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
import { NewDisclosureButton } from './new-disclosure-button.tsx'
import { ReportedDeals } from './reported-deals.tsx'
import { useRemindPayor } from './use-remind-payor.ts'

const views: BuiltInView[] = [
  { name: 'Due', address: '', none: 'Nothing due' },
  { name: 'Mine', address: 'scope=mine', none: 'Nothing due for you' },
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
  const linksAs = (className: string) =>
    screens.map(({ path, title }) => (
      <Link key={path} to={`/organizations/${organization}/${path}`} className={className}>
        {title}
      </Link>
    ))
  return (
    <>
      <ListView
        head={(parts) => (
          <>
            <ListHead
              title="Compliance"
              within={name}
              count={list.total}
              views={parts.views}
              tools={
                <>
                  {linksAs(`${buttonClass({ look: 'secondary', size: 'small' })} border-transparent`)}
                  {mayAnswerInquiry && <InquiryButton />}
                </>
              }
              menu={
                <>
                  {linksAs(menuItemClass)}
                  {mayAnswerInquiry && <InquiryButton look="item" />}
                </>
              }
              add={mayEdit && <NewDisclosureButton look={parts.isEmpty ? 'primary' : 'secondary'} />}
            />
            <ReportedDeals />
          </>
        )}
        isHeadLoading={disclosuresApi.useReportedDealsQuery({ organization }).isLoading}
        views="disclosures"
        builtInViews={views}
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
        columns={columnsFor({ today, now, placeOf, isByDay, first: list.rows[0]?.id })}
        nameOf={(row) => `${nameOfDisclosure(row)}, ${row.athlete.name}`}
        onOpen={(row) => void navigate(placeOf(row))}
        empty={
          <EmptyState title="Nothing due">
            A report opens with its deadline when a deal of a college athlete is signed. Add any other yourself.
          </EmptyState>
        }
        noMatch="No disclosure matches"
      />
      {mayEdit && <DeskSelection selection={selection} rows={list.rows} colleagues={colleagues} />}
    </>
  )
}

const furtherScreens = [
  { path: 'compliance/rules', title: 'Rules', permission: undefined },
  { path: 'compliance/payors', title: 'Associated payors', permission: undefined },
  { path: settingsSections.licenses.path, title: 'Licenses', permission: settingsSections.licenses.permission },
  { path: 'compliance/agent-notices', title: 'Agent notices', permission: undefined },
] as const

type Context = {
  today: string
  now: Date
  placeOf: (row: DisclosureRow) => string
  isByDay: boolean
  /** The first row. */
  first: string | undefined
}

/** Filed reports keep their deadline, without a clock. Those to answer say how long they have waited. */
function DueCell({ row, today, now }: { row: DisclosureRow; today: string; now: Date }) {
  const { timeZone } = useOrganization()
  const { state, outcomeOn, dueOn } = row
  const waited = waitInWords(row, today)
  if (waited && outcomeOn) {
    return (
      <TwoLines second={`Since ${shortCalendarDay(outcomeOn)}`}>
        <span className="font-medium text-summit-ink tabular-nums">{waited}</span>
      </TwoLines>
    )
  }
  if (!isUnfiled(state)) return <span className="text-grey">Due {shortCalendarDay(dueOn)}</span>
  const { isLate, isNear, text } = timeLeft(row, today, now)
  if (row.missing.length > 0) {
    return (
      <span className="flex items-center gap-2.5 max-md:justify-end">
        <DueRing {...{ row, now, isLate, isNear }} />
        <TwoLines second={isLate ? `${text}, if due` : text}>
          <span className="text-ink tabular-nums">{latestInWords(row)}</span>
        </TwoLines>
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
function columnsFor({ today, now, placeOf, isByDay, first }: Context): Column<DisclosureRow>[] {
  return [
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
            <TwoLines second={row.school}>
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
      cell: (row) => (
        <NextStep
          row={row}
          place={placeOf(row)}
          look={isByDay && row.id === first && timeLeft(row, today, now).isLate ? 'primary' : 'secondary'}
        />
      ),
    },
  ]
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
