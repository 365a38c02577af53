import type { Needs } from '@sherpa/contracts/home'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { useOrganization } from '../../frame/account-context.ts'
import { pastInWords } from '../disclosures/disclosure-words.ts'
import { WorkItem, WorkItems, WorkLink } from '../organizations/home/work-items.tsx'

/** One row per kind of work that is never urgent. */
export type HousekeepingRow = { title: string; about: string; to: string; action: string; icon: ToolIconName }

export function Housekeeping({ rows }: { rows: HousekeepingRow[] }) {
  if (rows.length === 0) return null
  return (
    <Panel title="Housekeeping">
      <WorkItems>
        {rows.map(({ title, about, to, action, icon }) => (
          <WorkItem
            key={`${to} ${title}`}
            picture={
              <span className="grid size-8 shrink-0 place-items-center rounded-sm bg-quiet text-slate">
                <ToolIcon name={icon} />
              </span>
            }
            title={title}
            about={about}
          >
            <WorkLink to={to} name={`${action}: ${title}`} isNext={false}>
              {action}
            </WorkLink>
          </WorkItem>
        ))}
      </WorkItems>
    </Panel>
  )
}

/** Counted by the server. */
export function useHousekeepingRows(housekeeping: Needs['housekeeping']): HousekeepingRow[] {
  const { id } = useOrganization()
  return housekeeping.map((counted) => {
    const { to, ...words } = describe(counted)
    return { ...words, to: `/organizations/${id}/${to}` }
  })
}

function describe({ kind, count, athlete, name }: Needs['housekeeping'][number]): HousekeepingRow {
  switch (kind) {
    case 'deals-without-lead':
      return {
        title: `${count} ${count === 1 ? 'deal has' : 'deals have'} no lead`,
        about: 'They are on the Home of the athlete’s managers and the owners.',
        to: 'deals?lead=none',
        action: 'Assign',
        icon: 'deal',
      }
    case 'contracts-without-paydays':
      return {
        title: `${count} ${count === 1 ? 'contract in force has' : 'contracts in force have'} pay without paydays`,
        about: 'It is unknown when this pay is due or late.',
        to: 'deals?paydays=missing',
        action: 'Set paydays',
        icon: 'calendar',
      }
    case 'unassigned-athletes':
      return {
        title: `${count} signed ${count === 1 ? 'athlete is' : 'athletes are'} assigned to nobody`,
        about: 'Nobody is told about their dates.',
        to: 'athletes?assignee=none&stage=signed',
        action: 'Assign',
        icon: 'people',
      }
    case 'tasks-without-assignee':
      return {
        title: `${count} open ${count === 1 ? 'task is' : 'tasks are'} assigned to nobody`,
        about: 'They count as yours. Assign them to someone.',
        to: 'tasks?scope=all&assignee=none',
        action: 'Assign',
        icon: 'check',
      }
    case 'reviews-without-approver':
      return {
        title: `${count} ${count === 1 ? 'deal in review has' : 'deals in review have'} no approver`,
        about: 'Nobody who may approve is left. Invite an approver, or withdraw the deal.',
        to: 'deals?stage=in-review',
        action: 'Open',
        icon: 'deal',
      }
    case 'unjudged-reports':
      return {
        title: `${count} ${count === 1 ? 'report' : 'reports'} cannot be judged yet`,
        about: 'None is due within a week, whatever the missing facts are.',
        to: 'compliance/missing-facts',
        action: 'Enter facts',
        icon: 'permissions',
      }
    case 'changed-rules':
      return {
        title: `${count} changed ${count === 1 ? 'rule touches' : 'rules touch'} open deals`,
        about: 'See what changed, and what it means for each deal.',
        to: 'compliance/news',
        action: 'Read',
        icon: 'deal',
      }
    case 'reports-before-joining':
    case 'reports-before-update': {
      const before = kind === 'reports-before-joining' ? 'joining' : 'update'
      return {
        title: pastInWords(before, count),
        about: 'File it, or say that it was filed. Nobody is reminded of these.',
        to: `compliance?before=${before}`,
        action: 'Open',
        icon: 'calendar',
      }
    }
    case 'failed-imports':
      return {
        title: `${count} ${count === 1 ? 'import' : 'imports'} failed`,
        about: 'Open it to see why, and to try again.',
        to: 'athletes/import',
        action: 'Open',
        icon: 'upload',
      }
    case 'guardians-who-are-members':
      return {
        title: `${name} is both a member and a guardian${count > 1 ? `, and ${count - 1} more` : ''}`,
        about: `They can’t sign for ${athlete?.name ?? 'the athlete'}. End the guardianship, or remove them from the organization.`,
        to: `athletes/${athlete?.id ?? ''}`,
        action: 'Open athlete',
        icon: 'people',
      }
  }
}
