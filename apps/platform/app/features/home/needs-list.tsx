import { dealsApi } from '@sherpa/api-client/deals'
import type { Need, Needs } from '@sherpa/contracts/home'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { moneyInWords } from '../../data/money.ts'
import { useReminder } from '../../data/use-reminder.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { RemindPayerDialog } from '../finances/remind-payer-dialog.tsx'
import { WorkLink } from '../organizations/home/work-items.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { useCompletion } from '../tasks/use-completion.ts'
import { MiniTrail } from './mini-trail.tsx'
import { groupTitles, isApproval, type NeedsOf, needWords, waitInWords } from './need-words.ts'

/** Approvals come first, in a section of their own; then what is late, due today and due soon. */
export function NeedsList({
  needs,
  hasNext,
  showAll,
  isShownElsewhere,
}: {
  needs: Needs
  /** Whether the next step is one of these. */
  hasNext: boolean
  /** Address that shows all rows. */
  showAll: string
  /** Coming dates that another panel has. */
  isShownElsewhere: (need: Need) => boolean
}) {
  const [toRemind, setToRemind] = useState<Need>()
  const rows = needs.groups.flatMap((group) => group.rows)
  const approvals = rows.filter(isApproval)
  const [next] = hasNext ? [...approvals, ...rows] : []
  const rowsOf = (some: Need[]) =>
    some.map((need) => (
      <NeedRow
        key={`${need.kind} ${need.id}`}
        need={need}
        today={needs.today}
        isNext={need === next}
        onRemind={setToRemind}
      />
    ))
  return (
    <>
      {approvals.length > 0 && (
        <NeedSection title="Waiting for your approval" count={approvals.length}>
          {rowsOf(approvals)}
        </NeedSection>
      )}
      {needs.groups.map(({ group, count, rows: all }) => {
        const others = all.filter((need) => !isApproval(need) && !(group === 'week' && isShownElsewhere(need)))
        if (others.length === 0) return null
        const hidden = count - all.length
        return (
          <NeedSection
            key={group}
            title={groupTitles[group]}
            count={count - (all.length - others.length)}
            more={hidden > 0 ? { to: showAll, label: `${hidden} more` } : undefined}
          >
            {rowsOf(others)}
          </NeedSection>
        )
      })}
      <RemindPayerDialog payment={toRemind} onClose={() => setToRemind(undefined)} />
    </>
  )
}

function NeedSection({
  title,
  count,
  more,
  children,
}: {
  title: string
  count: number
  more?: { to: string; label: string } | undefined
  children: ReactNode
}) {
  return (
    <Panel
      title={title}
      count={count}
      actions={
        more && (
          <Link to={more.to} preventScrollReset className={sectionLinkClass}>
            {more.label}
          </Link>
        )
      }
    >
      <ul className="-mt-4 divide-y divide-line-soft border-b border-line">{children}</ul>
    </Panel>
  )
}

export function NeedRow({
  need,
  of,
  today,
  isNext,
  onRemind,
}: {
  need: Need
  of?: NeedsOf
  today: string
  isNext: boolean
  onRemind: (need: Need) => void
}) {
  const { id: organization, may } = useOrganization()
  const { title, about, action, to } = needWords(need, of)
  const address = `/organizations/${organization}/${to}`
  const subject = of === 'athlete' ? need.company : of === 'company' ? need.athlete : (need.company ?? need.athlete)
  const isLate = need.day !== null && need.day < today
  return (
    <li className="flex min-h-13 items-center gap-x-3 py-1.5 text-sm max-md:py-2">
      {subject ? (
        <Avatar name={subject.name} size="regular" shape={subject === need.company ? 'organization' : 'person'} />
      ) : (
        <NeedIcon name={icons[need.kind]} />
      )}
      {/* On phones one column, beside the button. */}
      <div className="min-w-0 flex-1 md:contents">
        <div className="min-w-0 md:flex-1">
          <p className="text-base font-medium break-words text-ink">
            <Link to={address} className="touch-area hover:underline">
              {title}
            </Link>
          </p>
          <p className="text-xs break-words text-grey">{about}</p>
        </div>
        {need.trail.length > 1 && <MiniTrail steps={need.trail} />}
        <div className="flex flex-wrap gap-x-2 text-xs tabular-nums md:block md:min-w-24 md:text-right">
          {need.amount && (
            <p className="font-medium text-ink md:text-base">{moneyInWords(need.amount.minor, need.amount.currency)}</p>
          )}
          <p className={isLate ? 'text-error' : 'text-grey'}>{waitInWords(need, today)}</p>
        </div>
      </div>
      {need.kind === 'task' ? (
        <CompleteButton need={need} isNext={isNext} />
      ) : need.kind === 'late-payment' ? (
        <Button
          size="small"
          look={isNext ? 'primary' : 'secondary'}
          className="min-w-21"
          aria-label={`Remind ${need.company?.name ?? 'the payer'} of ${need.title}`}
          onClick={() => onRemind(need)}
        >
          {action}
        </Button>
      ) : (need.kind === 'missing-signature' || need.kind === 'overdue-deliverable') && may('deals.edit') ? (
        <RemindButton need={need} isNext={isNext} />
      ) : (
        <WorkLink to={address} name={`${action === 'Remind' ? 'Open' : action}: ${title}`} isNext={isNext}>
          {action === 'Remind' ? 'Open' : action}
        </WorkLink>
      )}
    </li>
  )
}

/** Of needs without a subject. */
const icons: Partial<Record<Need['kind'], ToolIconName>> = {
  task: 'check',
  disclosure: 'permissions',
  'missing-fact': 'permissions',
  'agreement-end': 'deal',
  'agreement-to-confirm': 'deal',
  expense: 'billing',
  license: 'permissions',
}

export function NeedIcon({ name = 'flag' }: { name?: ToolIconName | undefined }) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-quiet">
      <ToolIcon name={name} />
    </span>
  )
}

export function CompleteButton({ need, isNext }: { need: Need; isNext: boolean }) {
  const { busy, complete } = useCompletion()
  return (
    <Button
      size="small"
      look={isNext ? 'primary' : 'secondary'}
      className="min-w-21"
      busy={busy}
      aria-label={`Complete: ${need.title}`}
      onClick={() => void complete(need)}
    >
      Complete
    </Button>
  )
}

/** Reminds the missing signers, or the athlete who owes a deliverable. */
function RemindButton({ need, isNext }: { need: Need; isNext: boolean }) {
  const { id: organization } = useOrganization()
  const [remindDeal] = dealsApi.useRemindDealMutation()
  const [remindOfDeliverable] = dealsApi.useRemindOfDeliverableMutation()
  const { busy, remind } = useReminder()
  const isDeliverable = need.kind === 'overdue-deliverable'
  return (
    <Button
      size="small"
      look={isNext ? 'primary' : 'secondary'}
      className="min-w-21"
      busy={busy}
      aria-label={
        isDeliverable
          ? `Remind ${need.athlete?.name} of ${need.title}`
          : `Remind the signers of ${needWords(need).title}`
      }
      onClick={() =>
        remind(() =>
          isDeliverable
            ? remindOfDeliverable({ organization, deliverable: need.id }).unwrap()
            : remindDeal({ organization, deal: need.id }).unwrap(),
        )
      }
    >
      Remind
    </Button>
  )
}
