import { type LiveMessage, type LiveTopic, liveTopics, staffTopics } from '@sherpa/contracts/live'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyReply } from 'fastify'
import { type Gate, isStaff, type Member, type Person } from '../http/access.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type Database, inOrganization } from '../persistence/database.ts'
import { listen } from '../persistence/listen.ts'
import type { Audience } from './audience.ts'

/** Proxies and phones drop connections that say nothing for a minute or so. */
const HEARTBEAT_MS = 25_000
/** Windows that one person may watch at once. A browser holds a stream only for windows that can be seen. */
const MOST_PER_PERSON = 20
const TRY_AGAIN_SECONDS = 60
/** A client that does not read what it is sent is let go; it comes back and asks again for what it shows. */
const MOST_UNREAD_BYTES = 64 * 1024

/** Windows that hear of a change ask for it soon after: the more there are, the longer they take, so that nobody else waits for them. */
const SPREAD_PER_WINDOW_MS = 2
const SHORTEST_SPREAD_MS = 500

/** What the triggers of migrations 0013 and 0015 say: records of an organization have changed, or sessions of people have ended. */
type Announcement =
  | AnnouncedChange
  /** Null: of a great many. */
  | { ended: string[] | null }

type AnnouncedChange = {
  topic: LiveTopic
  /** Null for what is our staff's alone. */
  organization: string | null
  /** Whose records they are, where nobody else is to hear of them. */
  person?: string
  ids: string[] | null
  added?: boolean
  /** Who hears of it, of those whom the topic is for: what the transaction said (migration 0050). */
  audience?: Audience | null
}

type Stream = {
  person: Person
  /** Undefined: all of them, for our staff. */
  member: Member | undefined
  expiresAt: Date
  send: (text: string) => void
  end: () => void
  /** Access is being checked again: until that is done nothing is sent. */
  checking: boolean
  /** Something was not sent meanwhile. */
  missed: boolean
}

type Narrowed = (ids: string[]) => Promise<string[]>

type Parts = {
  database: Database
  gate: Gate
  expiryOf: (session: string) => Promise<Date>
  clock: () => Date
  /** Whether someone belongs to the audience that a change was announced to. */
  isAmong: (audience: Audience, stream: { person: Person; member: Member }) => boolean
  /** For topics of which some people see only some records: those that this one sees. Undefined: they see all. */
  narrowed?: (topic: LiveTopic, stream: { person: Person; member: Member }) => Narrowed | undefined
  log: { error: (details: object, message: string) => void }
}

/** The open streams of this server, and who hears what. Streams say which records changed; what is in them is asked for as ever. */
export function liveUpdates({ database, gate, expiryOf, clock, isAmong, narrowed = () => undefined, log }: Parts) {
  const streams = new Set<Stream>()
  /** By person: how many streams are about to be opened. */
  const opening = new Map<string, number>()
  let listening: ReturnType<typeof listen> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function begin() {
    listening ??= listen(database, 'live_updates', {
      onNotice: (payload) => announce(JSON.parse(payload)),
      onListening: (again) => again && tell([...streams], (spreadMs) => ({ type: 'refresh', spreadMs })),
    })
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref()
    return listening.firstTry
  }

  async function ready(session: string) {
    const expiresAt = await expiryOf(session)
    await begin()
    return expiresAt
  }

  function announce(announcement: Announcement) {
    if ('ended' in announcement) {
      const { ended } = announcement
      return recheck((stream) => ended === null || ended.includes(stream.person.id))
    }
    const { topic, organization, ids, added = false } = announcement
    const hearing = [...streams].filter((stream) => hears(stream, announcement, isAmong))
    const seeing = new Map(hearing.map((stream) => [stream, narrowing(stream, announcement)]))
    tell(
      hearing.filter((stream) => !seeing.get(stream)),
      (spreadMs) => ({ type: 'changed', topic, ids, added, spreadMs }),
    )
    for (const [stream, among] of seeing) if (among) void tellSome(stream, announcement, among)
    if (topic === 'members') {
      recheck(({ member, person }) => isIn(member, organization) && (ids === null || ids.includes(person.id)))
    }
    if (topic === 'permissions') {
      recheck(({ member }) => isIn(member, organization) && (ids === null || ids.includes(member?.role ?? '')))
    }
  }

  /** Who is told of records by name because they come or go for them need not see them. */
  function narrowing({ person, member }: Stream, { topic, ids, person: whose }: AnnouncedChange) {
    return member && ids && !whose ? narrowed(topic, { person, member }) : undefined
  }

  async function tellSome(stream: Stream, { topic, ids, added = false }: AnnouncedChange, among: Narrowed) {
    try {
      const seen = await inOrganization(stream.member?.organization ?? '', () => among(ids ?? []))
      if (seen.length > 0) {
        tell([stream], (spreadMs) => ({ type: 'changed', topic, ids: seen, added, spreadMs }))
      }
    } catch (error) {
      log.error({ err: error }, 'it could not be told which changed records someone may see')
      tell([stream], (spreadMs) => ({ type: 'refresh', spreadMs }))
    }
  }

  function recheck(concerned: (stream: Stream) => boolean) {
    for (const stream of streams) {
      if (!concerned(stream)) continue
      stream.checking = true
      void checkAgain(stream).catch((error) => {
        // Nobody hears anything whose access cannot be told. They come back and are asked who they are.
        log.error({ err: error }, 'a stream was ended because its access could not be checked')
        close(stream)
      })
    }
  }

  async function checkAgain(stream: Stream) {
    const { person, member: before } = stream
    const admitted = before
      ? await gate.admit(person.token, before.organization)
      : { person: await gate.personOf(person.token), member: undefined }
    const allowed = before ? admitted?.member : isStaff(admitted?.person)
    if (!allowed) {
      stream.send(frame({ type: 'ended' }))
      return close(stream)
    }
    stream.member = admitted?.member
    stream.checking = false
    if (before && !sameAccess(before, stream.member)) stream.send(frame({ type: 'access-changed' }))
    if (stream.missed) stream.send(frame({ type: 'refresh', spreadMs: SHORTEST_SPREAD_MS }))
    stream.missed = false
  }

  function beat() {
    const now = clock()
    for (const stream of streams) {
      if (stream.expiresAt <= now) {
        stream.send(frame({ type: 'ended' }))
        close(stream)
      } else stream.send(': \n\n')
    }
  }

  function close(stream: Stream) {
    streams.delete(stream)
    stream.end()
  }

  return {
    /** Answers with a stream that stays open. */
    async open(reply: FastifyReply, person: Person, member: Member | undefined) {
      const own = [...streams].filter((stream) => stream.person.id === person.id).length
      const beginning = opening.get(person.id) ?? 0
      if (own + beginning >= MOST_PER_PERSON) {
        throw new Refusal('rate-limited', { retryAfterSeconds: TRY_AGAIN_SECONDS })
      }
      // Those that begin count as well: many may be asked for at once.
      opening.set(person.id, beginning + 1)
      const expiresAt = await ready(person.sessionId).finally(() => {
        const others = (opening.get(person.id) ?? 1) - 1
        if (others > 0) opening.set(person.id, others)
        else opening.delete(person.id)
      })
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...securityHeaders,
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        // Proxies would collect what they are sent otherwise.
        'X-Accel-Buffering': 'no',
        Connection: 'close',
      })
      const stream: Stream = {
        person,
        member,
        expiresAt,
        checking: true,
        missed: false,
        send(text) {
          raw.write(text)
          if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
        },
        end: () => void raw.end(),
      }
      raw.on('close', () => streams.delete(stream))
      streams.add(stream)
      // Access may have ended between the question who this is and the moment when we began to listen for them.
      try {
        await checkAgain(stream)
      } catch (error) {
        // The database is away. The window comes back.
        close(stream)
        throw error
      }
      stream.send(': \n\n')
    },

    async stop() {
      clearInterval(heartbeat)
      for (const stream of streams) close(stream)
      await listening?.stop()
    },
  }
}

function tell(windows: Stream[], messageWith: (spreadMs: number) => LiveMessage) {
  const text = frame(messageWith(Math.max(SHORTEST_SPREAD_MS, windows.length * SPREAD_PER_WINDOW_MS)))
  for (const stream of windows) {
    if (stream.checking) stream.missed = true
    else stream.send(text)
  }
}

function hears(
  { member, person }: Stream,
  { topic, organization, person: whose, audience = null }: AnnouncedChange,
  isAmong: Parts['isAmong'],
) {
  if (!member) return staffTopics.has(topic)
  if (whose !== undefined && whose !== person.id) return false
  if (audience !== null && !isAmong(audience, { person, member })) return false
  const needed = liveTopics[topic]
  return (
    isIn(member, organization) && (needed === 'member' || (needed !== 'staff' && member.permissions.includes(needed)))
  )
}

function isIn(member: Member | undefined, organization: string | null) {
  return member?.organization === organization
}

function sameAccess(before: Member, after: Member | undefined) {
  return before.role === after?.role && before.permissions.join() === after.permissions.join()
}

function frame(message: LiveMessage) {
  return `data: ${JSON.stringify(message)}\n\n`
}
