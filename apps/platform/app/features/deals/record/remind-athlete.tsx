import { dealsApi } from '@sherpa/api-client/deals'
import { Button } from '@sherpa/ui/button'
import type { ReactNode } from 'react'
import { useReminder } from '../../../data/use-reminder.ts'
import { useOrganization } from '../../../frame/account-context.ts'

/** Reminds the athlete of a deliverable. */
export function RemindAthlete({
  deliverable,
  look = 'secondary',
  name,
  children,
}: {
  deliverable: string
  look?: 'primary' | 'secondary'
  /** For screen readers, if the text alone does not say what it is about. */
  name?: string
  children: ReactNode
}) {
  const { id: organization } = useOrganization()
  const [remindOfDeliverable] = dealsApi.useRemindOfDeliverableMutation()
  const { busy, remind } = useReminder()
  return (
    <Button
      look={look}
      size={look === 'primary' ? 'regular' : 'small'}
      busy={busy}
      aria-label={name}
      onClick={() => remind(() => remindOfDeliverable({ organization, deliverable }).unwrap())}
    >
      {children}
    </Button>
  )
}
