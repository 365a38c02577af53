import {
  allContactFields,
  type ContactData,
  type ContactDecision,
  type ContactField,
  type ContactRecord,
  contactFieldsInWords,
} from '@sherpa/contracts/contact-data'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOfSql, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { membersOf, ownersOf, publicOrganizations } from '../organizations/organizations.ts'
import { lockAthlete, requireVisible, seesOnlyThemselves, seesSensitive, type Viewer } from './athlete-access.ts'
import { listManagers } from './athlete-handover.ts'
import { guardiansToNotify, loadAthleteFacts } from './athletes.ts'
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

    /** Applied at once, or proposed if the organization reviews changes. */
    async changeOwn(viewer: Viewer, athlete: string, data: ContactData): Promise<ContactRecord> {
      const { organization } = viewer.member
      const record = await inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        if (!seesOnlyThemselves(viewer)) throw new Refusal('only-the-athlete')
        const fields = listChanged(await loadData(client, organization, athlete), data)
        // A later change replaces the proposal.
        await deleteProposal(client, organization, athlete)
        if (fields.length > 0) {
          const isReviewed = await isReviewing(client, organization)
          if (isReviewed) await propose(client, viewer, athlete, data, fields)
          else await apply(client, viewer, athlete, data, fields)
          await notifyManagers(client, viewer, athlete, fields, isReviewed)
          await tellGuardians(client, organization, athlete, fields)
        }
        return loadRecord(client, viewer, athlete)
      })
      onMail()
      return record
    },

    async decide(viewer: Viewer, athlete: string, { decision, at }: ContactDecision): Promise<ContactRecord> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const proposal = await findProposal(client, organization, athlete)
        if (!proposal) throw new Refusal('not-found')
        if (proposal.at.toISOString() !== at) throw new Refusal('changed-meanwhile')
        const fields = listChanged(await loadData(client, organization, athlete), proposal.data)
        if (decision === 'approved') await apply(client, viewer, athlete, proposal.data, fields)
        else {
          const about = contactFieldsInWords(fields)
          await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-declined', about })
        }
        await deleteProposal(client, organization, athlete)
        await settleNotifications(client, { organization, kind: 'contact-data-proposed', about: { athlete } })
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
    },
  }

  async function loadRecord(client: Queryable, viewer: Viewer, athlete: string): Promise<ContactRecord> {
    const { organization } = viewer.member
    const reviewed = await isReviewing(client, organization)
    if (!seesSensitive(viewer)) return { data: null, proposal: null, reviewed }
    const data = await loadData(client, organization, athlete)
    const proposal = await findProposal(client, organization, athlete)
    const { minor } = await loadAthleteFacts(client, organization, athlete, clock())
    const show = (one: ContactData) => (minor && !seesOnlyThemselves(viewer) ? mask(one) : one)
    return {
      data: show(data),
      proposal: proposal && {
        data: show(proposal.data),
        fields: listChanged(data, proposal.data),
        at: proposal.at.toISOString(),
      },
      reviewed,
    }
  }

  async function propose(
    client: Queryable,
    viewer: Viewer,
    athlete: string,
    data: ContactData,
    fields: readonly ContactField[],
  ) {
    const { organization } = viewer.member
    await run(
      client,
      query.insertInto('athlete_contact_proposals').values({
        organization_id: organization,
        athlete_id: athlete,
        data: JSON.stringify(data),
        proposed_at: clock(),
      }),
    )
    const about = contactFieldsInWords(fields)
    await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-proposed', about })
  }

  async function apply(
    client: Queryable,
    viewer: Viewer,
    athlete: string,
    data: ContactData,
    fields: readonly ContactField[],
  ) {
    const { organization } = viewer.member
    for (const field of extraFields.filter((one) => fields.includes(one))) {
      const value = data[field]
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
    if (fields.includes('handles')) await setHandles(client, organization, athlete, data.handles)
    await touch(client, viewer, athlete, fields.includes('phone') ? { phone: data.phone } : {})
    const about = contactFieldsInWords(fields)
    await addTimelineEntry(client, viewer, athlete, { kind: 'contact-data-changed', about })
    await recordEvent(client, {
      event: 'athlete-contact-data-changed',
      actor: viewer.person.id,
      organization,
      athlete,
      details: about,
    })
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
  const [row] = await rowsOfSql(
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
      .select(['data', 'proposed_at as at'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .$narrowType<{ data: ContactData }>(),
  )
  return row ?? null
}

function deleteProposal(client: Queryable, organization: string, athlete: string) {
  return run(
    client,
    query
      .deleteFrom('athlete_contact_proposals')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete),
  )
}

/** Followers stay with an unchanged handle. */
async function setHandles(client: Queryable, organization: string, athlete: string, handles: ContactData['handles']) {
  const [platforms, names] = [handles.map(({ platform }) => platform), handles.map(({ handle }) => handle)]
  await client.query(
    `delete from athlete_social_accounts where organization_id = $1 and athlete_id = $2 and platform <> all($3::text[])`,
    [organization, athlete, platforms],
  )
  await client.query(
    `insert into athlete_social_accounts (organization_id, athlete_id, platform, handle)
     select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict (organization_id, athlete_id, platform) do update set handle = excluded.handle,
       followers = case when athlete_social_accounts.handle = excluded.handle then athlete_social_accounts.followers end`,
    [organization, athlete, platforms, names],
  )
}

function listChanged(before: ContactData, after: ContactData): ContactField[] {
  const handlesOf = ({ handles }: ContactData) =>
    handles
      .map(({ platform, handle }) => `${platform} ${handle}`)
      .toSorted()
      .join()
  return allContactFields.filter((field) =>
    field === 'handles' ? handlesOf(before) !== handlesOf(after) : (before[field] || null) !== (after[field] || null),
  )
}

const mask = (data: ContactData): ContactData => ({
  ...data,
  phone: data.phone && MASK,
  address: data.address && MASK,
})
