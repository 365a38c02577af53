import { type Contact, guardianRelations, type NewContact } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, publicOrganizations } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, type Viewer } from './athlete-access.ts'
import { contactAddedMail } from './guardian-mail.ts'
import {
  type EndParts,
  endGuardianship,
  formatContact,
  isMinorNow,
  selectGuardianships,
  shortName,
} from './guardianship.ts'
import { addTimelineEntry, touch } from './timeline.ts'

export type ContactParts = EndParts & {
  database: Database
  clock: () => Date
  onMail: () => void
}
type Colleague = Viewer & { person: Pick<Person, 'name' | 'email'> }

export function createContactService(parts: ContactParts) {
  const { database, clock, guardiansChanged, onMail } = parts
  function changeContacts<Result>(
    viewer: Viewer,
    athlete: string,
    work: (client: Queryable, locked: LockedAthlete) => Promise<Result>,
  ) {
    return inTransaction(database, async (client) => {
      await lockOrganization(client, viewer.member.organization)
      const result = await work(client, await lockAthlete(client, viewer, athlete))
      await touch(client, viewer, athlete)
      return result
    })
  }

  /** Ends the guardianship if the contact is removed or no longer a parent or guardian, or if an open invitation's address changed. */
  async function updateGuardianship(
    client: Queryable,
    viewer: Viewer,
    athlete: LockedAthlete,
    id: string,
    now?: NewContact,
  ) {
    const { organization } = viewer.member
    const guardianship = await rowOf(
      client,
      selectGuardianships(organization, athlete.id)
        .select(['g.id', 'g.confirmed_at', 'g.email', 'c.name', 'c.relation'])
        .where('g.contact_id', '=', id),
    )
    if (!guardianship) return
    const { name, relation, confirmed_at, email } = guardianship
    const isStillValid = now && guardianRelations.has(now.relation) && (confirmed_at !== null || now.email === email)
    if (isStillValid) {
      await run(
        client,
        query
          .updateTable('guardianships')
          .set({ reach: now.reach })
          .where('organization_id', '=', organization)
          .where('id', '=', guardianship.id),
      )
      await guardiansChanged(client, viewer, athlete.id)
      return
    }
    const about = name && relation ? formatContact({ name, relation }) : null
    const ending = { id: guardianship.id, confirmed: confirmed_at !== null, about }
    await endGuardianship(client, viewer, athlete, ending, clock(), parts)
  }

  return {
    async add(viewer: Colleague, athlete: string, contact: NewContact): Promise<Contact> {
      const added = await changeContacts(viewer, athlete, async (client, locked) => {
        const isMinor = await isMinorNow(client, locked, clock())
        const notified = isMinor ? await notifyOthers(client, viewer, locked, contact) : []
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('athlete_contacts')
            .values({ organization_id: viewer.member.organization, athlete_id: athlete, ...contact })
            .returning('id'),
        )
        await addTimelineEntry(client, viewer, athlete, { kind: 'contact-added', about: formatContact(contact) })
        if (notified.length > 0) {
          await addTimelineEntry(client, viewer, athlete, { kind: 'contacts-told', about: notified.join(', ') })
        }
        return { ...contact, id, masked: false, guardian: null }
      })
      onMail()
      return added
    },

    change(viewer: Viewer, athlete: string, id: string, contact: NewContact) {
      return changeContacts(viewer, athlete, async (client, locked) => {
        await updateGuardianship(client, viewer, locked, id, contact)
        const changed = await run(
          client,
          query
            .updateTable('athlete_contacts')
            .set(contact)
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id),
        )
        if (changed === 0) throw new Refusal('not-found')
        await addTimelineEntry(client, viewer, athlete, { kind: 'contact-changed', about: formatContact(contact) })
      })
    },

    remove(viewer: Viewer, athlete: string, id: string) {
      return changeContacts(viewer, athlete, async (client, locked) => {
        await updateGuardianship(client, viewer, locked, id)
        const removed = await rowOf(
          client,
          query
            .deleteFrom('athlete_contacts')
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id)
            .returning(['name', 'relation']),
        )
        if (!removed) throw new Refusal('not-found')
        await addTimelineEntry(client, viewer, athlete, { kind: 'contact-removed', about: formatContact(removed) })
      })
    },

    /** Logs access to a minor's email and phone. */
    async showAthlete(viewer: Viewer, athlete: string) {
      return inTransaction(database, async (client) => {
        const { email, phone } = await lockAthlete(client, viewer, athlete)
        await logReachShown(client, viewer, athlete)
        return { email, phone }
      })
    },

    /** Logs access to email and phone of a minor's contact. */
    async show(viewer: Viewer, athlete: string, id: string) {
      return inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const contact = await rowOf(
          client,
          query
            .selectFrom('athlete_contacts')
            .select(['name', 'relation', 'email', 'phone'])
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id),
        )
        if (!contact) throw new Refusal('not-found')
        await addTimelineEntry(client, viewer, athlete, { kind: 'contact-shown', about: formatContact(contact) })
        await recordEvent(client, {
          event: 'contact-shown',
          actor: viewer.person.id,
          organization: viewer.member.organization,
          athlete,
        })
        return { email: contact.email, phone: contact.phone }
      })
    },
  }
}
export type Contacts = ReturnType<typeof createContactService>

export async function logReachShown(client: Queryable, viewer: Viewer, athlete: string) {
  await addTimelineEntry(client, viewer, athlete, { kind: 'reach-shown' })
  await recordEvent(client, {
    event: 'athlete-reach-shown',
    actor: viewer.person.id,
    organization: viewer.member.organization,
    athlete,
  })
}

/** Notifies the other contacts of a minor. Returns their names. */
async function notifyOthers(
  client: Queryable,
  { person, member }: Colleague,
  athlete: LockedAthlete,
  added: NewContact,
) {
  const others = await rowsOf(
    client,
    query
      .selectFrom('athlete_contacts')
      .select(['name', 'relation', 'email'])
      .where('organization_id', '=', member.organization)
      .where('athlete_id', '=', athlete.id)
      .where('reach', '=', 'full')
      .where('email', 'is not', null)
      .where('email', 'is distinct from', added.email)
      .orderBy('created_at'),
  )
  const { name: organization } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', member.organization),
  )
  const details = {
    organization,
    athlete: shortName(athlete),
    contact: added.name,
    relation: added.relation,
    addedBy: person.name,
    writeTo: person.email,
  }
  for (const recipient of new Set(others.map(({ email }) => email ?? ''))) {
    await queueMail(client, contactAddedMail, { recipient, details })
  }
  return others.map(formatContact)
}
