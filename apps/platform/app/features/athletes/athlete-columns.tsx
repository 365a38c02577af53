import { type AthleteRow, athleteName, type CustomField } from '@sherpa/contracts/athlete'
import { sportNames } from '@sherpa/contracts/sports'
import { stateName } from '@sherpa/contracts/us-states'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { Ago, AgoOrNever, Day } from '../../data/moments.tsx'
import { Avatar } from '../../frame/avatar.tsx'
import type { Column } from '../../list/list-table.tsx'
import type { RecordPanelState } from '../../list/record-panel.tsx'
import { classInWords, mainPosition, schoolInWords } from './athlete-in-words.ts'
import { AthleteAvatar } from './picture/athlete-avatar.tsx'
import { StageBadge } from './stage-badge.tsx'
import { TagsThatFit } from './tags-that-fit.tsx'

/** The columns of the roster, including one per custom field. */
export function athleteColumns(
  { linkTo }: RecordPanelState,
  fields: readonly CustomField[],
  hasPrograms: boolean,
): Column<AthleteRow>[] {
  return [
    {
      id: 'name',
      head: 'Name',
      sort: 'name',
      shown: 'always',
      width: 'medium',
      place: 'name',
      cell: (athlete) => <AthleteLink linkTo={linkTo} athlete={athlete} />,
    },
    {
      id: 'stage',
      head: 'Stage',
      sort: 'stage',
      width: 'short',
      place: 'side',
      cell: ({ stage }) => <StageBadge stage={stage} />,
    },
    {
      id: 'sport',
      head: 'Sport and position',
      sort: 'sport',
      place: 'detail',
      cell: (athlete) => <Playing athlete={athlete} />,
    },
    {
      id: 'school',
      head: 'School or club',
      sort: 'school',
      width: 'compact',
      from: 'laptop',
      cell: ({ school }) => school,
    },
    {
      id: 'class',
      head: 'Class',
      sort: 'class',
      width: 'tiny',
      from: 'desk',
      cell: (athlete) => <span className="tabular-nums">{classInWords(athlete)}</span>,
    },
    {
      id: 'state',
      head: 'State',
      sort: 'state',
      width: 'tiny',
      from: 'large',
      cell: ({ state }) =>
        state && (
          <abbr title={stateName(state)} className="no-underline">
            {state}
          </abbr>
        ),
    },
    {
      id: 'assignee',
      head: 'Managed by',
      width: 'person',
      from: 'laptop',
      cell: ({ lookedAfterBy: [first, ...others] }) => first && <ManagedBy first={first} others={others} />,
    },
    ...(hasPrograms
      ? [
          {
            id: 'program',
            head: 'Program',
            from: 'laptop',
            cell: ({ programs }) => <span className="truncate">{programs.map(({ name }) => name).join(', ')}</span>,
          } satisfies Column<AthleteRow>,
        ]
      : []),
    {
      id: 'tags',
      head: 'Tags',
      width: 'narrow',
      from: 'desk',
      cell: ({ tags }) => tags.length > 0 && <TagsThatFit tags={tags} />,
    },
    ...fields.map(
      ({ id, name, kind }): Column<AthleteRow> => ({
        id,
        head: name,
        shown: 'on-demand',
        from: 'laptop',
        ...(kind === 'number' && { align: 'end' }),
        cell: ({ custom }) => custom[id],
      }),
    ),
    {
      id: 'added',
      head: 'Added',
      sort: 'added',
      shown: 'on-demand',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      id: 'contact',
      head: 'Last contact',
      sort: 'contact',
      shown: 'on-demand',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: ({ lastContactAt }) => <AgoOrNever at={lastContactAt} />,
    },
    {
      id: 'active',
      head: 'Last active',
      sort: 'active',
      width: 'brief',
      align: 'end',
      place: 'state',
      cell: ({ lastActiveAt }) => (
        <span className="text-grey max-md:text-xs">
          <Ago at={lastActiveAt} />
        </span>
      ),
    },
  ]
}

function AthleteLink({ linkTo, athlete }: Pick<RecordPanelState, 'linkTo'> & { athlete: AthleteRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="max-md:hidden">
        <AthleteAvatar athlete={athlete} />
      </span>
      <Link {...linkTo(athlete.id)} className="truncate text-base font-medium text-ink hover:underline">
        {athleteName(athlete)}
      </Link>
      {athlete.minor && <UnderAge />}
    </span>
  )
}

/** The lock marks minors, whose contact details are masked. */
function UnderAge() {
  return (
    <span title="Under 18 or age unknown" className="-ml-1 inline-flex text-grey">
      <ToolIcon name="lock" className="size-3" />
      <span className="sr-only">(under 18 or age unknown)</span>
    </span>
  )
}

function Playing({ athlete }: { athlete: AthleteRow }) {
  const { sport, positions } = athlete
  const main = mainPosition(athlete)
  return (
    <>
      <span className="text-ink">{main}</span>{' '}
      {sport && positions.length > 0 && <span className="text-grey max-md:hidden">{sportNames[sport]}</span>}
      <span className="md:hidden">{schoolInWords(athlete)}</span>
    </>
  )
}

type Person = AthleteRow['lookedAfterBy'][number]

function ManagedBy({ first, others }: { first: Person; others: readonly Person[] }) {
  return (
    <span className="flex items-center gap-2" title={[first, ...others].map(({ name }) => name).join(', ')}>
      <Avatar name={first.name} />
      <span className="truncate">{first.name}</span>
      {others.length > 0 && <span className="text-xs text-grey">+{others.length}</span>}
    </span>
  )
}
