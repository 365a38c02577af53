import { Button, buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { RemindAthlete } from '../deals/record/remind-athlete.tsx'
import { useCompletion } from '../tasks/use-completion.ts'
import { recordOf, type ShownItem } from './item-words.ts'

/** The next step of an overdue item; none for those who can't take it. */
export function ItemAction({ item, onRemind }: { item: ShownItem; onRemind: (payment: ShownItem) => void }) {
  const { role, may } = useOrganization()
  const { id, kind, title } = item
  const { name } = recordOf(item)
  const isAthlete = role === 'athlete'
  if (kind === 'task') return <Complete id={id} title={title} />
  if (kind === 'disclosure') return <StepLink item={item} label="Open" />
  if (kind === 'key-date') return may('deals.edit') && <StepLink item={item} hash={`done-${id}`} label="Mark as done" />
  if (kind === 'payment') {
    return (
      may('money.edit') &&
      !isAthlete &&
      !item.payment?.outgoing && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Remind the payer of ${title}, ${name}`}
          onClick={() => onRemind(item)}
        >
          Remind
        </Button>
      )
    )
  }
  if (kind !== 'deliverable') return null
  if (isAthlete) return !item.isProven && <StepLink item={item} hash={`prove-${id}`} label="Add proof" />
  if (!may('deals.edit')) return null
  return item.isProven ? (
    <StepLink item={item} hash={`accept-${id}`} label="Check" />
  ) : (
    <RemindAthlete deliverable={id} name={`Remind of ${title}, ${name}`}>
      Remind
    </RemindAthlete>
  )
}

function StepLink({ item, hash, label }: { item: ShownItem; hash?: string; label: string }) {
  const { id: organization } = useOrganization()
  const { name, to } = recordOf(item)
  return (
    <Link
      to={`/organizations/${organization}/${to}${hash ? `#${hash}` : ''}`}
      aria-label={`${label}: ${item.title}, ${name}`}
      className={buttonClass({ look: 'secondary', size: 'small' })}
    >
      {label}
    </Link>
  )
}

function Complete({ id, title }: { id: string; title: string }) {
  const { busy, complete } = useCompletion()
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      aria-label={`Complete: ${title}`}
      onClick={() => void complete({ id, title })}
    >
      Complete
    </Button>
  )
}
