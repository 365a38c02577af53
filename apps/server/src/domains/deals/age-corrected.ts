import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { type AgeFacts, factsForDeals, guardiansToTell, isMinorOn } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import { membersOf, organizationFacts } from '../organizations/organizations.ts'
import { ageCorrectedMail } from './deal-mail.ts'
import { tellOfMissingGuardians } from './missing-guardians.ts'

type Author = { person: { id: string }; member: { organization: string } }

/**
 * For changes of birth date or level, in their transaction: where an athlete crosses 18 by it, those who approve deals, the leads and the
 * guardians are told. Athletes without deals and guardians concern nobody.
 */
export function tellingOfCorrectedAge(clock: () => Date) {
  return async (client: Queryable, author: Author, id: string, before: AgeFacts) => {
    const { person } = author
    const { organization } = author.member
    const athlete = await factsForDeals(client, organization, id, clock())
    const { minor } = athlete
    if (isMinorOn(athlete.today, before) === minor) return
    const deals = await rowsOf(
      client,
      query
        .selectFrom('deals')
        .select('lead_id')
        .where('organization_id', '=', organization)
        .where('athlete_id', '=', id)
        .where('removed_at', 'is', null)
        .where('stage', 'in', ['draft', 'in-review', 'approved', 'signed', 'active']),
    )
    const guardians = await guardiansToTell(client, organization, id)
    if (deals.length + guardians.length === 0) return
    const leads = deals.map(({ lead_id }) => lead_id)
    for (const member of await membersOf(client, organization)) {
      if (!member.permissions.includes('deals.approve') && !leads.includes(member.id)) continue
      const news = { kind: 'age-corrected', details: { athlete: id, minor } } as const
      await notify(client, { organization, person: member.id, actor: person.id, ...news })
    }
    const { name } = await oneRowOf(
      client,
      query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', organization),
    )
    for (const { name: guardian, email, userId } of guardians) {
      await queueMail(client, ageCorrectedMail, {
        recipient: email,
        person: userId,
        details: { name: guardian, organization: name, athlete: athlete.name, minor },
      })
    }
    if (minor) await tellOfMissingGuardians(client, author, id, clock())
  }
}
