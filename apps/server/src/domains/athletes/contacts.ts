import { type Contact, guardianRelations, type NewContact } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { lockOrganization, organizationFacts } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, type Viewer } from './athlete-access.ts'
import { contactAddedMail } from './guardian-mail.ts'
import {
  contactInWords,
  type EndParts,
  endGuardianship,
  guardianshipsOf,
  isMinorNow,
  shortName,
} from './guardianship.ts'
import { noteOnTimeline, touch } from './timeline.ts'

export type ContactParts = EndParts & {
  database: Database
  clock: () => Date
  onMail: () => void
}
type Colleague = Viewer & { person: Pick<Person, 'name' | 'email'> }

/** The people around an athlete. */
export function contacts(parts: ContactParts) {
  const { database, clock, guardiansChanged, onMail } = parts
  function changing<Result>(
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

  /** A guardian who is no longer a contact, or one of another kind, is no guardian; a question to an address that was changed is withdrawn. */
  async function changeGuardian(
    client: Queryable,
    viewer: Viewer,
    athlete: LockedAthlete,
    id: string,
    now?: NewContact,
  ) {
    const { organization } = viewer.member
    const guardianship = await rowOf(
      client,
      guardianshipsOf(organization, athlete.id)
        .select(['g.id', 'g.confirmed_at', 'g.email', 'c.name', 'c.relation'])
        .where('g.contact_id', '=', id),
    )
    if (!guardianship) return
    const { name, relation, confirmed_at, email } = guardianship
    const stays = now && guardianRelations.has(now.relation) && (confirmed_at !== null || now.email === email)
    if (stays) {
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
    const about = name && relation ? contactInWords({ name, relation }) : null
    const ending = { id: guardianship.id, confirmed: confirmed_at !== null, about }
    await endGuardianship(client, viewer, athlete, ending, clock(), parts)
  }

  return {
    async add(viewer: Colleague, athlete: string, contact: NewContact): Promise<Contact> {
      const added = await changing(viewer, athlete, async (client, locked) => {
        const isMinor = await isMinorNow(client, locked, clock())
        const told = isMinor ? await tellOthers(client, viewer, locked, contact) : []
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('athlete_contacts')
            .values({ organization_id: viewer.member.organization, athlete_id: athlete, ...contact })
            .returning('id'),
        )
        await noteOnTimeline(client, viewer, athlete, { kind: 'contact-added', about: contactInWords(contact) })
        if (told.length > 0) {
          await noteOnTimeline(client, viewer, athlete, { kind: 'contacts-told', about: told.join(', ') })
        }
        return { ...contact, id, masked: false, guardian: null }
      })
      onMail()
      return added
    },

    change(viewer: Viewer, athlete: string, id: string, contact: NewContact) {
      return changing(viewer, athlete, async (client, locked) => {
        await changeGuardian(client, viewer, locked, id, contact)
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
        await noteOnTimeline(client, viewer, athlete, { kind: 'contact-changed', about: contactInWords(contact) })
      })
    },

    remove(viewer: Viewer, athlete: string, id: string) {
      return changing(viewer, athlete, async (client, locked) => {
        await changeGuardian(client, viewer, locked, id)
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
        await noteOnTimeline(client, viewer, athlete, { kind: 'contact-removed', about: contactInWords(removed) })
      })
    },

    /** Who looks at how to reach a minor is put on record. */
    async showAthlete(viewer: Viewer, athlete: string) {
      return inTransaction(database, async (client) => {
        const { email, phone } = await lockAthlete(client, viewer, athlete)
        await noteOnTimeline(client, viewer, athlete, { kind: 'reach-shown' })
        await noteEvent(client, {
          event: 'athlete-reach-shown',
          actor: viewer.person.id,
          organization: viewer.member.organization,
          athlete,
        })
        return { email, phone }
      })
    },

    /** Who looks at how to reach a minor's contact is put on record. */
    async show(viewer: Viewer, athlete: string, id: string) {
      return inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const shown = await rowOf(
          client,
          query
            .selectFrom('athlete_contacts')
            .select(['name', 'relation', 'email', 'phone'])
            .where('organization_id', '=', viewer.member.organization)
            .where('athlete_id', '=', athlete)
            .where('id', '=', id),
        )
        if (!shown) throw new Refusal('not-found')
        await noteOnTimeline(client, viewer, athlete, { kind: 'contact-shown', about: contactInWords(shown) })
        await noteEvent(client, {
          event: 'contact-shown',
          actor: viewer.person.id,
          organization: viewer.member.organization,
          athlete,
        })
        return { email: shown.email, phone: shown.phone }
      })
    },
  }
}
export type Contacts = ReturnType<typeof contacts>

/** Those who look after a minor know who else is told about them. Nobody is told about themselves. Answers with who was told. */
async function tellOthers(client: Queryable, { person, member }: Colleague, athlete: LockedAthlete, added: NewContact) {
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
    query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', member.organization),
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
  return others.map(contactInWords)
}
