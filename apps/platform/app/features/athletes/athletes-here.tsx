import { type AthleteRow, athleteName } from '@sherpa/contracts/athlete'
import { type ListPage, totalInWords } from '@sherpa/contracts/list'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { athleteInWords } from './athlete-in-words.ts'
import { AthleteAvatar } from './picture/athlete-avatar.tsx'
import { StageBadge } from './stage-badge.tsx'

/** On Home: the reader's own athletes and recently active ones. */
export function AthletesHere({
  mine,
  recent,
}: {
  mine: ListPage<AthleteRow> | undefined
  /** Among all athletes the reader can see. */
  recent: AthleteRow[]
}) {
  const { id: organization, may } = useOrganization()
  const all = `/organizations/${organization}/athletes`
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-7 *:min-w-0 *:flex-[1_1_21rem]">
      {mine && mine.rows.length > 0 && (
        <Panel
          title="Your athletes"
          actions={
            <Link to={`${all}?assignee=me`} className={sectionLinkClass}>
              All {mine.total && totalInWords(mine.total)}
            </Link>
          }
        >
          <Athletes rows={mine.rows} />
        </Panel>
      )}
      {/* Without `athletes.all`, both lists would be the same. */}
      {may('athletes.all') && (
        <Panel
          title="Recently active athletes"
          actions={
            <Link to={all} className={sectionLinkClass}>
              All athletes
            </Link>
          }
        >
          <Athletes rows={recent} />
        </Panel>
      )}
    </div>
  )
}

function Athletes({ rows }: { rows: AthleteRow[] }) {
  const { id: organization } = useOrganization()
  return (
    <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
      {rows.map((athlete) => (
        <li key={athlete.id} className="relative flex min-h-13 items-center gap-3 py-1.5 text-sm">
          <AthleteAvatar athlete={athlete} size="regular" />
          <div className="min-w-0 flex-1">
            {/* The link covers the row. Inside the truncated element, Firefox would clip its area. */}
            <Link
              to={`/organizations/${organization}/athletes/${athlete.id}`}
              className="text-base font-medium text-ink after:absolute after:inset-0 hover:underline"
            >
              <span className="block truncate">{athleteName(athlete)}</span>
            </Link>
            <p className="truncate text-xs text-grey">{athleteInWords(athlete)}</p>
          </div>
          <div className="flex shrink-0 flex-col items-end">
            <StageBadge stage={athlete.stage} />
            <span className="text-xs text-grey tabular-nums">
              <Ago at={athlete.lastActiveAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
