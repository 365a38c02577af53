import type { ChangedValue } from '@sherpa/contracts/activity'
import type { License, LicenseChange, NewLicense } from '@sherpa/contracts/license'
import { Refusal } from '@sherpa/contracts/problem'
import { stateName } from '@sherpa/contracts/us-states'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { findMember, lockOrganization } from '../organizations/organizations.ts'
import { isVisibleLicense, mayEditLicense, type Viewer } from './license-access.ts'
import { loadLicense } from './licenses.ts'

export function createLicenseService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    add(viewer: Viewer, { personId, ...facts }: NewLicense, idempotency?: Idempotency): Promise<License> {
      const { organization } = viewer.member
      const licensee = personId ?? viewer.person.id
      if (!mayEditLicense(viewer, licensee)) throw new Refusal('not-permitted')
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const member = await findMember(client, organization, licensee)
          if (!member || member.role === 'athlete') {
            throw new Refusal('invalid-fields', { errors: [{ field: 'personId', message: 'Choose a member' }] })
          }
          await lockOrganization(client, organization)
          await requireNoDuplicate(client, organization, licensee, facts)
          const id = newId()
          await run(
            client,
            query.insertInto('licenses').values({
              organization_id: organization,
              id,
              user_id: licensee,
              added_by: viewer.person.id,
              ...toColumns(facts),
            }),
          )
          await recordLicenseEvent(client, viewer, 'license-added', { user_id: licensee, state: facts.state })
          return loadLicense(client, viewer, id, clock())
        }),
      )
    },

    /** Optimistic locking: a stale version is rejected with the current license. */
    change(viewer: Viewer, id: string, { version, ...facts }: LicenseChange): Promise<License> {
      return inTransaction(database, async (client) => {
        await lockOrganization(client, viewer.member.organization)
        const before = await lockLicense(client, viewer, id)
        if (before.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadLicense(client, viewer, id, clock()) })
        }
        const { state, number, from, until } = facts
        const changes = changedValues<string>(
          { state: before.state, number: before.number, from: before.starts_on, until: before.ends_on },
          { state, number, from, until },
        )
        // The note of a duplicate that is there already can be changed.
        if (changes.length > 0) await requireNoDuplicate(client, viewer.member.organization, before.user_id, facts, id)
        await run(
          client,
          query
            .updateTable('licenses')
            .set({ ...toColumns(facts), version: sql<number>`version + 1` })
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await settleReminders(client, viewer, id)
        await recordLicenseEvent(client, viewer, 'license-changed', { ...before, state }, changes)
        return loadLicense(client, viewer, id, clock())
      })
    },

    remove(viewer: Viewer, id: string) {
      return inTransaction(database, async (client) => {
        const before = await lockLicense(client, viewer, id)
        await settleReminders(client, viewer, id)
        await run(
          client,
          query.deleteFrom('licenses').where('organization_id', '=', viewer.member.organization).where('id', '=', id),
        )
        await recordLicenseEvent(client, viewer, 'license-removed', before)
      })
    },
  }
}
export type LicenseService = ReturnType<typeof createLicenseService>

const toColumns = ({ state, number, from, until, note }: Omit<NewLicense, 'personId'>) => ({
  state,
  number,
  starts_on: from,
  ends_on: until,
  note: note || null,
})

/**
 * Refuses the same number of the same state twice for a day. A renewal has other days or another number. Needs the
 * lock of the organization: two people may enter the same license at once.
 */
async function requireNoDuplicate(
  client: Queryable,
  organization: string,
  licensee: string,
  { state, number, from, until }: Omit<NewLicense, 'personId'>,
  except?: string,
) {
  const other = await rowOf(
    client,
    sql<{ id: string }>`select id from licenses where organization_id = ${organization} and user_id = ${licensee}
      and state = ${state} and fold(number) = fold(${number}) and id is distinct from ${except ?? null}::uuid
      and daterange(starts_on, ends_on, '[]') && daterange(${from}::date, ${until}::date, '[]') limit 1`,
  )
  if (!other) return
  const message = 'This license is already on the list for these days'
  throw new Refusal('invalid-fields', { errors: [{ field: 'number', message }] })
}

/** Refuses people who may not change it. */
export async function lockLicense(client: Queryable, viewer: Viewer, id: string) {
  const license = await rowOf(
    client,
    query
      .selectFrom('licenses as l')
      .select(['l.user_id', 'l.state', 'l.number', 'l.starts_on', 'l.ends_on', 'l.version'])
      .where('l.organization_id', '=', viewer.member.organization)
      .where('l.id', '=', id)
      .where(isVisibleLicense(viewer))
      .forUpdate(),
  )
  if (!license) throw new Refusal('not-found')
  if (!mayEditLicense(viewer, license.user_id)) throw new Refusal('not-permitted')
  return license
}

/** The reminder names a day that has changed. */
function settleReminders(client: Queryable, { member }: Viewer, license: string) {
  return settleNotifications(client, {
    organization: member.organization,
    kind: 'license-ending',
    about: { license },
  })
}

export function recordLicenseEvent(
  client: Queryable,
  { person, member }: Viewer,
  event: 'license-added' | 'license-changed' | 'license-removed',
  { user_id, state }: { user_id: string; state: string },
  changes: readonly ChangedValue[] = [],
) {
  return recordEvent(client, {
    event,
    actor: person.id,
    organization: member.organization,
    person: user_id,
    details: stateName(state),
    changes,
  })
}
