import type { Delivery } from '@sherpa/contracts/notification'
import type { Queryable } from '../../persistence/database.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { approvalAskedMail } from './deal-mail.ts'

type Deal = { organization_id: string; id: string; title: string }
type Approver = { id: string; name: string; email: string; organizationName: string }

/** Asks an approver, or reminds them. */
export function askApprover(
  client: Queryable,
  { organization_id: organization, id: deal, title }: Deal,
  { id: person, name, email, organizationName }: Approver,
  { actor, reminder }: { actor?: string; reminder?: true },
): Promise<Delivery> {
  return notifyByMail(
    client,
    { organization, person, ...(actor && { actor }), kind: 'approval-asked', details: { deal, title } },
    {
      mail: approvalAskedMail,
      recipient: email,
      words: { name, title, organization, organizationName, deal, ...(reminder && { reminder }) },
    },
  )
}
