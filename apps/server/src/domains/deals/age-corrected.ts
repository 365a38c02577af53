import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { type AgeFacts, guardiansToNotify, isMinorOn, loadAthleteFacts } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import { membersOf, publicOrganizations } from '../organizations/organizations.ts'
import { ageCorrectedMail } from './deal-mail.ts'
import { requestMissingGuardians } from './missing-guardians.ts'

type Author = { person: { id: string }; member: { organization: string } }

/**
 * Runs in the transaction that changes birth date or level. If the athlete crosses 18, approvers, leads and guardians
 * are notified. Skips athletes without open deals and guardians.
 */
export function createAgeCorrectionNotice(clock: () => Date) {
  return async (client: Queryable, author: Author, id: string, before: AgeFacts) => {
    const { person } = author
    const { organization } = author.member
    const athlete = await loadAthleteFacts(client, organization, id, clock())
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
    const guardians = await guardiansToNotify(client, organization, id)
    if (deals.length + guardians.length === 0) return
    const leads = deals.map(({ lead_id }) => lead_id)
    for (const member of await membersOf(client, organization)) {
      if (!member.permissions.includes('deals.approve') && !leads.includes(member.id)) continue
      const notification = { kind: 'age-corrected', details: { athlete: id, minor } } as const
      await notify(client, { organization, person: member.id, actor: person.id, ...notification })
    }
    const { name } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
    )
    for (const { name: guardian, email, userId } of guardians) {
      await queueMail(client, ageCorrectedMail, {
        recipient: email,
        person: userId,
        details: { name: guardian, organization: name, athlete: athlete.name, minor },
      })
    }
    if (minor) await requestMissingGuardians(client, author, id, clock())
  }
}
