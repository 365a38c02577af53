import {
  type Delivery,
  defaultDelivery,
  type MailedKind,
  mailedKindsFor,
  type NotificationSettings,
  type NotificationSettingsChange,
} from '@sherpa/contracts/notification'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'

/** How a member is notified of a kind. */
export async function loadDelivery(client: Queryable, organization: string, person: string, kind: MailedKind) {
  const row = await rowOf(client, selectSettings(organization, person).where('kind', '=', kind))
  return row?.delivery ?? defaultDelivery(kind)
}

export function createNotificationSettingsService(database: Database) {
  return {
    all: (person: Person, member: Member) => loadSettings(database, person, member),

    change(person: Person, member: Member, { kinds, delivery }: NotificationSettingsChange) {
      return inTransaction(database, async (client) => {
        for (const kind of kinds) {
          await run(
            client,
            query
              .insertInto('notification_settings')
              .values({ organization_id: member.organization, user_id: person.id, kind, delivery })
              .onConflict((same) => same.columns(['organization_id', 'user_id', 'kind']).doUpdateSet({ delivery })),
          )
        }
        return loadSettings(client, person, member)
      })
    },
  }
}
export type NotificationSettingsService = ReturnType<typeof createNotificationSettingsService>

async function loadSettings(client: Queryable, person: Person, member: Member): Promise<NotificationSettings> {
  const rows = await rowsOf(client, selectSettings(member.organization, person.id))
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery]))
  const kinds = mailedKindsFor(member.role, member.permissions)
  return { settings: kinds.map((kind) => ({ kind, delivery: chosen.get(kind) ?? defaultDelivery(kind) })) }
}

function selectSettings(organization: string, person: string) {
  return query
    .selectFrom('notification_settings')
    .select(['kind', 'delivery'])
    .where('organization_id', '=', organization)
    .where('user_id', '=', person)
    .$narrowType<{ delivery: Delivery }>()
}
