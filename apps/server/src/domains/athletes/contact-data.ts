import type { SocialPlatform } from '@sherpa/contracts/athlete'
import {
  type ContactChange,
  type ContactData,
  type ContactDecision,
  type ContactField,
  type ContactRecord,
  contactFieldsInWords,
  fieldsOf,
  reduceChange,
} from '@sherpa/contracts/contact-data'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { membersOf, ownersOf, publicOrganizations } from '../organizations/organizations.ts'
import { lockAthlete, requireVisible, seesOnlyThemselves, seesSensitive, type Viewer } from './athlete-access.ts'
import { listManagers } from './athlete-handover.ts'
import { guardiansToNotify, loadAthleteFacts } from './athletes.ts'
import { logReachShown } from './contacts.ts'
import { contactDataChangedMail } from './guardian-mail.ts'
import { addTimelineEntry, touch } from './timeline.ts'

const extraFields = ['address', 'shirtSize', 'shoeSize'] as const
const MASK = '•••'

/** Phone, address, sizes and social handles, which athletes keep current themselves. */
export function createContactDataService({
  database,
  clock,
  onMail,
}: {
  database: Database
  clock: () => Date
  onMail: () => void
}) {
  return {
    async load(viewer: Viewer, athlete: string): Promise<ContactRecord> {
      await requireVisible(database, viewer, athlete)
      return loadRecord(database, viewer, athlete)
    },

    /** Logs access to a minor's phone and address. */
    show(viewer: Viewer, athlete: string): Promise<ContactRecord> {
      return inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        await logReachShown(client, viewer, athlete)
        return loadRecord(client, viewer, athlete, { isRevealed: true })
      })
    },

    /** Applied at once, or proposed if the organization reviews changes. */
    async changeOwn(viewer: Viewer, athlete: string, asked: ContactChange): Promise<ContactRecord> {
      const { organization } = viewer.member
      const record = await inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        if (!seesOnlyThemselves(viewer)) throw new Refusal('only-the-athlete')
        const change = reduceChange(await loadData(client, organization, athlete), asked)
        const fields = fieldsOf(change)
        // A later change replaces the proposal.
        await closeProposal(client, organization, athlete)
        if (fields.length > 0) {
          const isReviewed = await isReviewing(client, organization)
          if (isReviewed) await propose(client, viewer, athlete, change)
          else await apply(client, viewer, athlete, change)
          await notifyManagers(client, viewer, athlete, fields, isReviewed)
        }
        return loadRecord(client, viewer, athlete)
      })
      onMail()
      return record
    },

    async decide(viewer: Viewer, athlete: string, { decision, at }: ContactDecision): Promise<ContactRecord> {
      const { organization } = viewer.member
      const record = await inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const proposal = await findProposal(client, organization, athlete)
        if (!proposal) throw new Refusal('not-found')
        if (proposal.at.toISOString() !== at) throw new Refusal('changed-meanwhile')
        const change = reduceChange(await loadData(client, organization, athlete), proposal.change)
        if (decision === 'approved') await apply(client, viewer, athlete, change)
        else {
          const about = contactFieldsInWords(fieldsOf(change))
          await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-declined', about })
        }
        await closeProposal(client, organization, athlete)
        const { userId } = await loadAthleteFacts(client, organization, athlete, clock())
        if (userId) {
          await notify(client, {
            organization,
            person: userId,
            actor: viewer.person.id,
            kind: 'contact-data-decided',
            details: { athlete, decision },
          })
        }
        return loadRecord(client, viewer, athlete)
      })
      onMail()
      return record
    },
  }

  async function loadRecord(
    client: Queryable,
    viewer: Viewer,
    athlete: string,
    { isRevealed = false } = {},
  ): Promise<ContactRecord> {
    const { organization } = viewer.member
    const reviewed = await isReviewing(client, organization)
    if (!seesSensitive(viewer)) return { data: null, masked: false, proposal: null, reviewed }
    const data = await loadData(client, organization, athlete)
    const proposal = await findProposal(client, organization, athlete)
    const change = proposal && reduceChange(data, proposal.change)
    const fields = change ? fieldsOf(change) : []
    const proposed = change && withChange(data, change)
    const { minor } = await loadAthleteFacts(client, organization, athlete, clock())
    const isHidden = minor && !seesOnlyThemselves(viewer) && !isRevealed
    const show = (one: ContactData) => (isHidden ? mask(one) : one)
    return {
      data: show(data),
      masked: isHidden && [data, proposed].some((one) => one?.phone || one?.address),
      proposal: proposed && fields.length > 0 ? { data: show(proposed), fields, at: proposal.at.toISOString() } : null,
      reviewed,
    }
  }

  async function propose(client: Queryable, viewer: Viewer, athlete: string, change: ContactChange) {
    const { organization } = viewer.member
    await run(
      client,
      query.insertInto('athlete_contact_proposals').values({
        organization_id: organization,
        athlete_id: athlete,
        data: JSON.stringify(change),
        proposed_at: clock(),
      }),
    )
    const about = contactFieldsInWords(fieldsOf(change))
    await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-proposed', about })
  }

  async function apply(client: Queryable, viewer: Viewer, athlete: string, change: ContactChange) {
    const { organization } = viewer.member
    const before = await loadData(client, organization, athlete)
    for (const field of extraFields.filter((one) => Object.hasOwn(change, one))) {
      const value = change[field]
      await run(
        client,
        query
          .deleteFrom('athlete_contact_data')
          .where('organization_id', '=', organization)
          .where('athlete_id', '=', athlete)
          .where('field', '=', field),
      )
      if (!value) continue
      const row = { organization_id: organization, athlete_id: athlete, field, value }
      await run(client, query.insertInto('athlete_contact_data').values(row))
    }
    if (change.handles) await setHandles(client, organization, athlete, change.handles)
    await touch(client, viewer, athlete, change.phone === undefined ? {} : { phone: change.phone })
    const fields = fieldsOf(change)
    const about = contactFieldsInWords(fields)
    await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-changed', about })
    await recordEvent(client, {
      event: 'athlete-contact-data-changed',
      actor: viewer.person.id,
      organization,
      athlete,
      details: about,
      changes: changedValues(asText(before), asText(withChange(before, change))),
    })
    await tellGuardians(client, organization, athlete, fields)
  }

  /** The athlete's managers who may see the data, else the owners. */
  async function notifyManagers(
    client: Queryable,
    viewer: Viewer,
    athlete: string,
    fields: readonly ContactField[],
    isProposed: boolean,
  ) {
    const { organization } = viewer.member
    const members = await membersOf(client, organization)
    const managers = (await listManagers(client, organization, [athlete]))
      .map(({ person }) => person)
      .filter((id) => members.some((one) => one.id === id && one.permissions.includes('athletes.sensitive')))
    const recipients = managers.length > 0 ? managers : (await ownersOf(client, organization)).map(({ id }) => id)
    for (const person of recipients) {
      await notify(client, {
        organization,
        person,
        actor: viewer.person.id,
        kind: isProposed ? 'contact-data-proposed' : 'contact-data-changed',
        details: { athlete, what: contactFieldsInWords(fields) },
      })
    }
  }

  async function tellGuardians(
    client: Queryable,
    organization: string,
    athlete: string,
    fields: readonly ContactField[],
  ) {
    const { minor, name } = await loadAthleteFacts(client, organization, athlete, clock())
    if (!minor) return
    const { name: organizationName } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
    )
    for (const { email, userId } of await guardiansToNotify(client, organization, athlete)) {
      await queueMail(client, contactDataChangedMail, {
        recipient: email,
        person: userId,
        details: { organization: organizationName, athlete: name, fields: contactFieldsInWords(fields) },
      })
    }
  }
}
export type ContactDataService = ReturnType<typeof createContactDataService>

async function isReviewing(client: Queryable, organization: string) {
  const { review_contact_data } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('review_contact_data').where('id', '=', organization),
  )
  return review_contact_data
}

async function loadData(client: Queryable, organization: string, athlete: string): Promise<ContactData> {
  const [row] = await rowsOf(
    client,
    sql<{ phone: string | null; extra: Partial<ContactData>; handles: ContactData['handles'] }>`select a.phone,
      (select coalesce(json_object_agg(x.field, x.value), '{}') from athlete_contact_data x
        where x.organization_id = a.organization_id and x.athlete_id = a.id) as extra,
      (select coalesce(json_agg(json_build_object('platform', s.platform, 'handle', s.handle) order by s.platform), '[]')
        from athlete_social_accounts s where s.organization_id = a.organization_id and s.athlete_id = a.id) as handles
      from athletes a where a.organization_id = ${organization} and a.id = ${athlete}`,
  )
  const { address = null, shirtSize = null, shoeSize = null } = row?.extra ?? {}
  return { phone: row?.phone ?? null, address, shirtSize, shoeSize, handles: row?.handles ?? [] }
}

async function findProposal(client: Queryable, organization: string, athlete: string) {
  const row = await rowOf(
    client,
    query
      .selectFrom('athlete_contact_proposals')
      .select(['data as change', 'proposed_at as at'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .$narrowType<{ change: ContactChange }>(),
  )
  return row ?? null
}

async function closeProposal(client: Queryable, organization: string, athlete: string) {
  await run(
    client,
    query
      .deleteFrom('athlete_contact_proposals')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete),
  )
  await settleNotifications(client, { organization, kind: 'contact-data-proposed', about: { athlete } })
}

/** Followers belong to the former handle. */
async function setHandles(
  client: Queryable,
  organization: string,
  athlete: string,
  handles: NonNullable<ContactChange['handles']>,
) {
  const { kept = [], removed = [] } = Object.groupBy(handles, ({ handle }) => (handle ? 'kept' : 'removed'))
  await client.query(
    `delete from athlete_social_accounts where organization_id = $1 and athlete_id = $2 and platform = any($3::text[])`,
    [organization, athlete, removed.map(({ platform }) => platform)],
  )
  await client.query(
    `insert into athlete_social_accounts (organization_id, athlete_id, platform, handle)
     select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict (organization_id, athlete_id, platform) do update set handle = excluded.handle, followers = null`,
    [organization, athlete, kept.map(({ platform }) => platform), kept.map(({ handle }) => handle)],
  )
}

/** For the audit trail. */
const asText = ({ handles, ...plain }: ContactData) => ({
  ...plain,
  handles: handles.map(({ platform, handle }) => `${platform}: ${handle}`).join(', '),
})

function withChange(data: ContactData, { handles = [], ...plain }: ContactChange): ContactData {
  const accounts = new Map<SocialPlatform, string | null>(
    [...data.handles, ...handles].map(({ platform, handle }) => [platform, handle]),
  )
  const newHandles = [...accounts].flatMap(([platform, handle]) => (handle ? [{ platform, handle }] : []))
  return Object.assign({ ...data }, plain, { handles: newHandles })
}

const mask = (data: ContactData): ContactData => ({
  ...data,
  phone: data.phone && MASK,
  address: data.address && MASK,
})
