import { spokenDay } from '@sherpa/contracts/days'
import type { Delivery } from '@sherpa/contracts/notification'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { loadAthleteFacts, type SigningGuardian, signingGuardians } from '../athletes/athletes.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { deliverableDueMail, guardianDeliverableDueMail } from './deal-mail.ts'
import type { Recipient } from './reminders.ts'

type DeliverableOf = {
  organization: string
  deal: string
  dealTitle: string
  id: string
  title: string
  dueOn: string | null
}

/** The athlete and, for a minor, the guardians, as far as they have an account. */
export async function findDeliverers(client: Queryable, organization: string, athleteId: string, now: Date) {
  const athlete = await loadAthleteFacts(client, organization, athleteId, now)
  if (athlete.isRemoved) return { athlete, people: [] }
  const user = athlete.userId
    ? await rowOf(
        client,
        query
          .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
          .select(['u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
          .where('u.id', '=', athlete.userId)
          .where('o.id', '=', organization)
          .$narrowType<{ email: string }>(),
      )
    : undefined
  const guardians = athlete.minor ? await signingGuardians(client, organization, athleteId) : []
  const people: Deliverer[] = [
    ...(user ? [{ as: 'athlete' as const, ...user }] : []),
    ...guardians.map((guardian) => ({ as: 'guardian' as const, person: guardian.userId, ...guardian, guardian })),
  ]
  return { athlete, people }
}
export type Deliverer = Recipient &
  ({ as: 'athlete'; organizationName: string } | { as: 'guardian'; guardian: SigningGuardian })

/** Reminds one person of a deliverable. */
export async function remindOfDeliverable(
  client: Queryable,
  { organization, deal, dealTitle, id, title, dueOn }: DeliverableOf,
  { athlete, recipient, today }: { athlete: { name: string }; recipient: Deliverer; today: string },
): Promise<Delivery> {
  const { person, name, email } = recipient
  const date = dueOn ? spokenDay(dueOn) : 'now'
  const late = dueOn !== null && dueOn < today
  if (recipient.as === 'guardian') {
    const { id: guardianship } = recipient.guardian
    await queueMail(client, guardianDeliverableDueMail, {
      recipient: email,
      person,
      details: { name, athlete: athlete.name, organization, guardianship, deal, what: title, date, late },
    })
    return 'mail'
  }
  const { organizationName } = recipient
  const details = { deal, title: dealTitle, deliverable: id, what: title, ...(dueOn && { day: dueOn }) }
  return notifyByMail(
    client,
    { organization, person, kind: 'deliverable-due', details },
    {
      mail: deliverableDueMail,
      recipient: email,
      words: { name, title: dealTitle, organization, organizationName, deal, date, what: title, deliverable: id, late },
    },
  )
}
