import {
  allHandoverKinds,
  type Handover,
  type HandoverAssignments,
  type HandoverCounts,
  type HandoverKind,
  type HandoverPreview,
  handoverInWords,
  MOVE_BACK_DAYS,
} from '@sherpa/contracts/handover'
import { type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { workReceivedMail } from './handover-mail.ts'
import { findMember, lockOrganization, membersOf, ownersOf, roleOf, settingsOf } from './organizations.ts'

type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** A person who goes, or whose access becomes smaller. */
export type Leaving = {
  organization: string
  person: string
  /** Undefined: they are no longer a member. */
  after: Member | undefined
}

export type HandoverItem = {
  id: string
  name: string
  /** Their other managers receive it first. */
  athlete: string | null
  /** Whether the viewer sees it, and so may choose the receiver. */
  seen: boolean
  role?: HandoverRole
}

/** Of the person in the item, if others can have its other roles. Null: all roles that they have. */
type HandoverRole = string | null | undefined

/** An item with its new holder. */
export type Move = { id: string; to: string; version?: number | null; role?: HandoverRole }

type HandoverAuthor = { organization: string; actor: string | undefined; person: string }

/** Work of one kind. Each domain declares its parts in `…-handover.ts`. */
export type HandoverPart = {
  kind: HandoverKind
  /** Managers without it do not receive work by default. */
  neededToAct: Permission | undefined
  /** People with work of this kind. */
  holders: (client: Queryable, organization: string) => Promise<string[]>
  /** Work that the person can no longer do. */
  find: (client: Queryable, leaving: Leaving, viewer: Viewer | undefined) => Promise<HandoverItem[]>
  /** Filters ids to work that the member can do. */
  filterAble: (client: Queryable, viewer: Viewer, ids: readonly string[]) => Promise<string[]>
  /** Returns the moves that took place. */
  assign: (client: Queryable, author: HandoverAuthor, moves: readonly Move[]) => Promise<Move[]>
  /** Finds receivers by rules of its own. Without it, managers receive the work, else the owners. */
  assignByRule?: (client: Queryable, author: HandoverAuthor, ids: readonly string[]) => Promise<Move[]>
  /** Settings that name the person. */
  replaceInSettings?: (client: Queryable, leaving: Leaving, receiver: string | undefined) => Promise<void>
  /** Moves back what nobody touched since `at`, and returns how many. */
  moveBack: (client: Queryable, author: HandoverAuthor & { at: string }, moves: readonly Move[]) => Promise<number>
}

export type HandoverParts = {
  database: Database
  /** In order: athletes come first, since they give access to the rest. */
  handoverParts: readonly HandoverPart[]
  /** Managers of athletes, the first assigned first. */
  listManagers: (
    client: Queryable,
    organization: string,
    athletes: readonly string[],
  ) => Promise<{ athlete: string; person: string }[]>
  /** Open key dates and deliverables of the deals. */
  countDates: (client: Queryable, organization: string, deals: readonly string[]) => Promise<number>
  /** Expenses that the viewer sees and that nobody but the person and the submitter can decide. */
  countSoleExpenses: (client: Queryable, viewer: Viewer, person: string) => Promise<number>
}

/** Work of a leaving person, collected while they are still a member. */
type Collected = { leaving: Leaving; items: Map<HandoverKind, HandoverItem[]> }

const EXAMPLES = 3

export function createHandoverService({
  database,
  handoverParts,
  listManagers,
  countDates,
  countSoleExpenses,
}: HandoverParts) {
  const service = {
    /** What hangs on a person, as far as the viewer sees it. */
    async preview(viewer: Viewer, person: string, newRole?: Role): Promise<HandoverPreview> {
      const { organization } = viewer.member
      const role = await roleOf(database, organization, person)
      if (!role) throw new Refusal('not-found')
      const after = newRole && (await memberWithRole(database, organization, newRole))
      const { items } = await service.collect(database, { organization, person, after }, viewer)
      const seen = (kind: HandoverKind) => (items.get(kind) ?? []).filter((item) => item.seen)
      const parts = allHandoverKinds.map((kind) => ({
        kind,
        count: seen(kind).length,
        examples: seen(kind)
          .slice(0, EXAMPLES)
          .map(({ name }) => name),
      }))
      const deals = seen('deals').map(({ id }) => id)
      return {
        parts: parts.filter(({ count }) => count > 0),
        dates: deals.length > 0 ? await countDates(database, organization, deals) : 0,
        expenses: after ? 0 : await countSoleExpenses(database, viewer, person),
        people: viewer.member.role === 'athlete' ? [] : await listReceivers(database, organization, person),
      }
    },

    async collect(client: Queryable, leaving: Leaving, viewer?: Viewer): Promise<Collected> {
      const items = new Map<HandoverKind, HandoverItem[]>()
      for (const part of handoverParts) items.set(part.kind, await part.find(client, leaving, viewer))
      return { leaving, items }
    },

    /** Hands collected work over, once the person has left or has the new role. */
    async complete(
      client: Queryable,
      { leaving, items }: Collected,
      { actor, assignments = {} }: { actor: string | undefined; assignments?: HandoverAssignments | undefined },
    ) {
      const { organization, person } = leaving
      const author = { organization, actor, person }
      const done = new Map<HandoverKind, Move[]>()
      for (const part of handoverParts) {
        const found = items.get(part.kind) ?? []
        const receiver = assignments[part.kind]
        const chosen = receiver ? found.filter((item) => item.seen) : []
        if (receiver) await requireAble(client, part, leaving, receiver, chosen)
        const rest = found.filter((item) => !chosen.includes(item))
        const moves = chosen.map(({ id, role }) => ({ id, to: receiver ?? '', role }))
        const byDefault = part.assignByRule ? [] : await chooseReceivers(client, part, leaving, rest)
        await part.replaceInSettings?.(client, leaving, receiver)
        const moved =
          moves.length + byDefault.length > 0 ? await part.assign(client, author, [...moves, ...byDefault]) : []
        const ruled =
          part.assignByRule && rest.length > 0
            ? await part.assignByRule(
                client,
                author,
                rest.map(({ id }) => id),
              )
            : []
        done.set(part.kind, [...moved, ...ruled])
      }
      await record(client, author, done)
    },

    /**
     * Hands over work that people can no longer do: of one person, of a role, or of everyone. The last includes people
     * who left while they were given work.
     */
    async releaseUnreachable(
      client: Queryable,
      organization: string,
      {
        actor,
        viewer,
        assignments,
        ...whose
      }: {
        person?: string
        role?: Role
        actor?: string | undefined
        viewer?: Viewer
        assignments?: HandoverAssignments | undefined
      },
    ) {
      await lockOrganization(client, organization)
      for (const person of whose.person ? [whose.person] : await listHolders(client, organization)) {
        const after = await findMember(client, organization, person)
        if (whose.role && after?.role !== whose.role) continue
        const collected = await service.collect(client, { organization, person, after }, viewer)
        await service.complete(client, collected, { actor, assignments })
      }
    },

    /** Handovers of the last 30 days. Deleted accounts cannot have anything back. */
    async list({ organization }: Member): Promise<{ handovers: Handover[] }> {
      const statement = sql<Row>`select h.id, h.at, h.person_id as "personId", u.name, m.user_id is not null as "isMember",
          (select coalesce(json_object_agg(x.kind, x.count), '{}') from (select i.kind, count(*)::integer as count from handover_items i
            where i.organization_id = h.organization_id and i.handover_id = h.id group by i.kind) x) as counts
        from handovers h join ${publicUsers} u on u.id = h.person_id
        left join memberships m on m.organization_id = h.organization_id and m.user_id = h.person_id
        where h.organization_id = ${organization} and h.moved_back_at is null and u.deleted_at is null
          and h.at > now() - make_interval(days => ${MOVE_BACK_DAYS})
        order by h.at desc, h.id limit 100`
      const rows = await rowsOf(database, statement)
      return {
        handovers: rows.map(({ id, at, personId, name, isMember, counts }) => ({
          id,
          person: { id: personId, name: name ?? '' },
          at: at.toISOString(),
          until: new Date(at.getTime() + MOVE_BACK_DAYS * 86_400_000).toISOString(),
          counts,
          isMember,
        })),
      }
    },

    /** Once: what was touched since stays with its receiver. */
    moveBack(actor: Person, { organization }: Member, id: string): Promise<{ counts: HandoverCounts }> {
      return inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const handover = await rowOf(
          client,
          query
            .selectFrom('handovers')
            .select(['person_id as person', sql<string>`at::text`.as('at')])
            .where('organization_id', '=', organization)
            .where('id', '=', id)
            .where('moved_back_at', 'is', null)
            .where(sql<boolean>`at > now() - make_interval(days => ${MOVE_BACK_DAYS})`),
        )
        if (!handover) throw new Refusal('not-found')
        const { person, at } = handover
        const member = await findMember(client, organization, person)
        if (!member) throw new Refusal('not-a-member')
        const counts: HandoverCounts = {}
        for (const part of handoverParts) {
          const items = await rowsOf(
            client,
            query
              .selectFrom('handover_items')
              .select(['record_id as id', 'receiver_id as to', 'version', 'role'])
              .where('organization_id', '=', organization)
              .where('handover_id', '=', id)
              .where('kind', '=', part.kind)
              .orderBy('record_id'),
          )
          const able = await part.filterAble(
            client,
            { person: { id: person }, member },
            items.map((item) => item.id),
          )
          const moves = items.filter((item) => able.includes(item.id))
          const count =
            moves.length > 0 ? await part.moveBack(client, { organization, actor: actor.id, person, at }, moves) : 0
          if (count > 0) counts[part.kind] = count
        }
        await run(
          client,
          query
            .updateTable('handovers')
            .set({ moved_back_at: sql<Date>`now()`, moved_back_by: actor.id })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        const details = handoverInWords(counts) || 'nothing'
        await recordEvent(client, { event: 'work-moved-back', actor: actor.id, organization, person, details })
        if (details !== 'nothing') await tellReceiver(client, { organization, actor: actor.id, person, counts })
        return { counts }
      })
    },
  }
  return service

  async function listHolders(client: Queryable, organization: string) {
    const holders = new Set<string>()
    for (const part of handoverParts) for (const id of await part.holders(client, organization)) holders.add(id)
    return holders
  }

  /** The athlete's managers who can act, else the owner who joined first. */
  async function chooseReceivers(
    client: Queryable,
    part: HandoverPart,
    { organization, person }: Leaving,
    items: readonly HandoverItem[],
  ): Promise<Move[]> {
    if (items.length === 0) return []
    const athletes = [...new Set(items.flatMap(({ athlete }) => athlete ?? []))]
    const managers = Map.groupBy(await listManagers(client, organization, athletes), ({ athlete }) => athlete)
    const owners = (await ownersOf(client, organization)).map(({ id }) => id)
    const members = new Map((await membersOf(client, organization)).map((member) => [member.id, member]))
    const mayAct = (id: string) => {
      const member = members.get(id)
      if (!member || member.role === 'athlete' || id === person) return false
      return !part.neededToAct || member.permissions.includes(part.neededToAct)
    }
    const candidatesOf = ({ athlete }: HandoverItem) =>
      [...((athlete && managers.get(athlete)) || []).map((one) => one.person), ...owners].filter(mayAct)
    const candidates = new Set(items.flatMap(candidatesOf))
    const able = new Map<string, Set<string>>()
    for (const id of candidates) {
      const member = members.get(id)
      if (!member) continue
      const viewer = { person: { id }, member: { ...member, organization, lacksSecondFactor: false } }
      const asked = items.filter((item) => candidatesOf(item).includes(id)).map((item) => item.id)
      able.set(id, new Set(await part.filterAble(client, viewer, asked)))
    }
    return items.flatMap((item) => {
      const to = candidatesOf(item).find((id) => able.get(id)?.has(item.id))
      return to ? [{ id: item.id, to, role: item.role }] : []
    })
  }

  async function requireAble(
    client: Queryable,
    { kind, filterAble }: HandoverPart,
    { organization, person }: Leaving,
    receiver: string,
    items: readonly HandoverItem[],
  ) {
    const refuse = (message: string) => new Refusal('invalid-fields', { errors: [{ field: kind, message }] })
    const member = await findMember(client, organization, receiver)
    if (!member || member.role === 'athlete' || receiver === person) throw refuse('Choose another member')
    const able = await filterAble(
      client,
      { person: { id: receiver }, member },
      items.map(({ id }) => id),
    )
    const [first, ...others] = items.filter(({ id }) => !able.includes(id))
    if (!first) return
    const { name } = await oneRowOf(
      client,
      query.selectFrom(publicUsers.as('u')).select('u.name').where('u.id', '=', receiver),
    )
    const what = others.length > 0 ? `${first.name} and ${others.length} more` : first.name
    const verb = kind === 'reviews' ? 'review' : kind === 'athletes' ? 'manage' : 'open'
    throw refuse(`${name} can’t ${verb} ${what}. Choose someone else.`)
  }
}
export type HandoverService = ReturnType<typeof createHandoverService>

type Row = { id: string; at: Date; personId: string; name: string | null; isMember: boolean; counts: HandoverCounts }

async function memberWithRole(client: Queryable, organization: string, role: Role): Promise<Member> {
  const permissions = permissionsOf(role, await settingsOf(client, organization))
  return { organization, role, permissions, lacksSecondFactor: false }
}

async function listReceivers(client: Queryable, organization: string, except: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('memberships as m')
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select(['u.id', 'u.name', 'm.role'])
      .where('m.organization_id', '=', organization)
      .where('m.role', '<>', 'athlete')
      .where('u.id', '<>', except)
      .orderBy('u.name')
      .orderBy('u.id')
      // Members always have a name.
      .$narrowType<{ name: string }>(),
  )
  return rows
}

/** Keeps what was handed over, and tells each receiver once. */
async function record(
  client: Queryable,
  { organization, actor, person }: HandoverAuthor,
  moved: ReadonlyMap<HandoverKind, readonly Move[]>,
) {
  const rows = [...moved].flatMap(([kind, moves]) => moves.map((move) => ({ kind, ...move })))
  if (rows.length === 0) return
  const { id } = await oneRowOf(
    client,
    query
      .insertInto('handovers')
      .values({ organization_id: organization, person_id: person, actor_id: actor ?? null })
      .returning('id'),
  )
  await run(
    client,
    sql`insert into handover_items (organization_id, handover_id, kind, record_id, receiver_id, version, role)
      select ${organization}, ${id}, x.* from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map(({ to }) => to)}::uuid[], ${rows.map(({ version }) => version ?? null)}::integer[],
        ${rows.map(({ role }) => role ?? null)}::text[]) as x`,
  )
  await recordEvent(client, {
    event: 'work-handed-over',
    actor,
    organization,
    person,
    details: handoverInWords(countByKind(rows)),
  })
  for (const [receiver, own] of Map.groupBy(rows, ({ to }) => to)) {
    await tellReceiver(client, { organization, actor, person: receiver, counts: countByKind(own) })
  }
}

async function tellReceiver(
  client: Queryable,
  { organization, actor, person, counts }: HandoverAuthor & { counts: HandoverCounts },
) {
  const { name, email, organizationName } = await oneRowOf(
    client,
    query
      .selectFrom(publicUsers.as('u'))
      .innerJoin('organizations as o', (join) => join.on('o.id', '=', organization))
      .select(['u.name', 'u.email', 'o.name as organizationName'])
      .where('u.id', '=', person)
      // Members always have both.
      .$narrowType<{ name: string; email: string }>(),
  )
  await notifyByMail(
    client,
    { organization, person, ...(actor && { actor }), kind: 'work-received', details: { counts } },
    { mail: workReceivedMail, recipient: email, words: { name, organization, organizationName, counts } },
  )
}

function countByKind(rows: readonly { kind: HandoverKind }[]): HandoverCounts {
  const counts: HandoverCounts = {}
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
