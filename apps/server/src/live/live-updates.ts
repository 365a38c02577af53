import { type LiveMessage, type LiveTopic, liveTopics, staffTopics } from '@sherpa/contracts/live'
import { Refusal } from '@sherpa/contracts/problem'
import type { TaskAbout } from '@sherpa/contracts/task'
import type { FastifyReply } from 'fastify'
import { type Gate, isStaff, type Member, type Person } from '../http/access.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type Database, inOrganization } from '../persistence/database.ts'
import { listen } from '../persistence/listen.ts'
import type { Audience } from './audience.ts'

/** Proxies and phones drop connections that are idle for about a minute. */
const HEARTBEAT_MS = 25_000
/** Streams per person. Browsers hold one per visible window. */
const MAX_STREAMS_PER_PERSON = 20
const RETRY_AFTER_SECONDS = 60
/** Backpressure: a client that does not read is disconnected; it reconnects and refetches. */
const MAX_UNREAD_BYTES = 64 * 1024

/** Clients refetch after a random delay that grows with their number, to avoid a thundering herd. */
const SPREAD_PER_WINDOW_MS = 2
const MIN_SPREAD_MS = 500
/** Random reconnect delay after a drain, to avoid a thundering herd. */
const MAX_RETRY_MS = 1000

/** NOTIFY payload of the triggers (migrations 0013, 0015, 0081): changed records, ended sessions or a changed scope. */
type Announcement =
  | AnnouncedChange
  /** People who may see other athletes now. Null: too many to list. */
  | { scope: string[] | null; organization: string }
  /** Null: too many to list. */
  | { ended: string[] | null }

type AnnouncedChange = {
  topic: LiveTopic
  /** Null for staff topics. */
  organization: string | null
  /** Only recipient, for personal records. */
  person?: string
  ids: string[] | null
  added?: boolean
  /** The record of deleted tasks, which cannot be looked up anymore. */
  about?: TaskAbout
  /** Narrows the recipients, as set by the transaction (migration 0050). */
  audience?: Audience | null
}

type Stream = {
  person: Person
  /** Undefined for staff. */
  member: Member | undefined
  expiresAt: Date
  send: (text: string) => void
  end: () => void
  /** Access is being rechecked: nothing is sent meanwhile. */
  checking: boolean
  /** A message was withheld meanwhile. */
  missed: boolean
}

type Narrowed = (ids: string[]) => Promise<string[]>

type Parts = {
  database: Database
  gate: Gate
  expiryOf: (session: string) => Promise<Date>
  clock: () => Date
  /** Whether a member belongs to an audience. */
  isAmong: (audience: Audience, stream: { person: Person; member: Member }) => boolean
  /** Filters ids by the member's scope. Undefined: no filter. */
  narrowed?: (topic: LiveTopic, stream: { person: Person; member: Member }, about?: TaskAbout) => Narrowed | undefined
  log: { error: (details: object, message: string) => void }
}

/** Open streams of this server. Streams only name changed records; clients refetch them through the API. */
export function createLiveUpdates({
  database,
  gate,
  expiryOf,
  clock,
  isAmong,
  narrowed = () => undefined,
  log,
}: Parts) {
  const streams = new Set<Stream>()
  /** Number of streams being opened, per person. */
  const opening = new Map<string, number>()
  let listening: ReturnType<typeof listen> | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let drainedAt: number | undefined

  function startListening() {
    listening ??= listen(database, 'live_updates', {
      onNotice: (payload) => announce(JSON.parse(payload)),
      onListening: (again) => again && sendToAll([...streams], (spreadMs) => ({ type: 'refresh', spreadMs })),
    })
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref()
    return listening.firstAttempt
  }

  async function prepareStream(session: string) {
    const expiresAt = await expiryOf(session)
    await startListening()
    return expiresAt
  }

  function announce(announcement: Announcement) {
    if ('ended' in announcement) {
      const { ended } = announcement
      return recheck((stream) => ended === null || ended.includes(stream.person.id))
    }
    if ('scope' in announcement) return refreshScope(announcement)
    const { topic, organization, ids, added = false } = announcement
    const receivers = [...streams].filter((stream) => receives(stream, announcement, isAmong))
    const filters = new Map(receivers.map((stream) => [stream, filterFor(stream, announcement)]))
    sendToAll(
      receivers.filter((stream) => !filters.get(stream)),
      (spreadMs) => ({ type: 'changed', topic, ids, added, spreadMs }),
    )
    for (const [stream, among] of filters) if (among) void sendFiltered(stream, announcement, among)
    if (topic === 'members') {
      recheck(({ member, person }) => isIn(member, organization) && (ids === null || ids.includes(person.id)))
    }
    if (topic === 'permissions') {
      recheck(({ member }) => isIn(member, organization) && (ids === null || ids.includes(member?.role ?? '')))
    }
  }

  /** Refetching everything shows new athletes and hides former ones, without naming either. */
  function refreshScope({ scope, organization }: { scope: string[] | null; organization: string }) {
    const receivers = [...streams].filter(
      ({ person, member }) =>
        member &&
        isIn(member, organization) &&
        (scope?.includes(person.id) ?? true) &&
        narrowed('athletes', { person, member }),
    )
    sendToAll(receivers, (spreadMs) => ({ type: 'refresh', spreadMs }))
  }

  /** No filter for personal announcements: the person may just have lost sight of the records. */
  function filterFor({ person, member }: Stream, { topic, ids, person: whose, about }: AnnouncedChange) {
    return member && ids && !whose ? narrowed(topic, { person, member }, about) : undefined
  }

  async function sendFiltered(stream: Stream, { topic, ids, added = false }: AnnouncedChange, among: Narrowed) {
    try {
      const seen = await inOrganization(stream.member?.organization ?? '', () => among(ids ?? []))
      if (seen.length > 0) {
        sendToAll([stream], (spreadMs) => ({ type: 'changed', topic, ids: seen, added, spreadMs }))
      }
    } catch (error) {
      log.error({ err: error }, 'it could not be told which changed records someone may see')
      sendToAll([stream], (spreadMs) => ({ type: 'refresh', spreadMs }))
    }
  }

  function recheck(affects: (stream: Stream) => boolean) {
    for (const stream of streams) {
      if (!affects(stream)) continue
      stream.checking = true
      void recheckAccess(stream).catch((error) => {
        // Fail closed: the client reconnects and is authenticated again.
        log.error({ err: error }, 'a stream was ended because its access could not be checked')
        close(stream)
      })
    }
  }

  async function recheckAccess(stream: Stream) {
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
    if (stream.missed) stream.send(frame({ type: 'refresh', spreadMs: MIN_SPREAD_MS }))
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

  function closeIn(stream: Stream, ms: number) {
    setTimeout(() => {
      stream.send(`retry: ${Math.round(Math.random() * MAX_RETRY_MS)}\n\n`)
      close(stream)
    }, ms).unref()
  }

  return {
    /** Opens a stream of server-sent events. */
    async open(reply: FastifyReply, person: Person, member: Member | undefined) {
      const own = [...streams].filter((stream) => stream.person.id === person.id).length
      const beginning = opening.get(person.id) ?? 0
      if (own + beginning >= MAX_STREAMS_PER_PERSON) {
        throw new Refusal('rate-limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      // Streams being opened count, too: clients may open many at once.
      opening.set(person.id, beginning + 1)
      const expiresAt = await prepareStream(person.sessionId).finally(() => {
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
        // Disables proxy buffering.
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
          if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
        },
        end: () => void raw.end(),
      }
      raw.on('close', () => streams.delete(stream))
      streams.add(stream)
      // Access may have ended between authentication and registering the stream.
      try {
        await recheckAccess(stream)
      } catch (error) {
        // The database is unreachable: the client reconnects.
        close(stream)
        throw error
      }
      stream.send(': \n\n')
      if (drainedAt) closeIn(stream, Math.random() * (drainedAt - Date.now()))
    },

    /** Ends all streams, spread evenly over the drain; clients reconnect to another server. */
    drain(ms: number) {
      drainedAt = Date.now() + ms
      const open = [...streams]
      for (const [index, stream] of open.entries()) closeIn(stream, (ms * (index + 0.5)) / open.length)
    },

    countStreams: () => streams.size,

    async stop() {
      clearInterval(heartbeat)
      for (const stream of streams) close(stream)
      await listening?.stop()
    },
  }
}

function sendToAll(windows: Stream[], messageWith: (spreadMs: number) => LiveMessage) {
  const text = frame(messageWith(Math.max(MIN_SPREAD_MS, windows.length * SPREAD_PER_WINDOW_MS)))
  for (const stream of windows) {
    if (stream.checking) stream.missed = true
    else stream.send(text)
  }
}

function receives(
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
