import type { IdentityProof, User } from '@sherpa/contracts/account'
import type { Access } from '@sherpa/contracts/operation'
import type { Permission, Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyRequest } from 'fastify'
import type { KnownDevices } from './known-devices.ts'

/** Someone who is signed in. */
export type Person = User & {
  sessionId: string
  token: string
  /** The session began after the person became one of us. */
  staffSession: boolean
}

/** Asks again who it is, before something that cannot be taken back. Refuses, if the proof is missing or wrong. */
export type ConfirmIdentity = (person: Person, proof: IdentityProof) => Promise<void>

/** What that someone is in the organization that a call is about. */
export type Member = { organization: string; role: Role; permissions: Permission[] }

/** Someone who is signed in, and what they are in the organization that they asked for. */
export type Admitted = { person: Person; member: Member | undefined }

/** Whom an endpoint with this access deals with. */
export type CallerOf<A extends Access> = A extends 'anyone'
  ? { person: undefined; member: undefined }
  : A extends 'person' | 'staff'
    ? { person: Person; member: undefined }
    : { person: Person; member: Member }

export type Gate = {
  personOf(token: string): Promise<Person | undefined>
  /** Without an organization, the only one that the person belongs to. */
  admit(token: string, organization: string | undefined): Promise<Admitted | undefined>
  /** Recognizes a browser that has logged in with an address before. */
  devices: KnownDevices
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** As the database writes them: one that is written otherwise would be equal to itself there, and not here. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** Lets the caller in, or refuses. Strangers to an organization are told that there is none, and so are all but our staff at the staff's addresses. */
export async function admit<A extends Access>(access: A, request: FastifyRequest, gate: Gate): Promise<CallerOf<A>> {
  const caller = (person?: Person, member?: Member) => ({ person, member }) as CallerOf<A>
  if (access === 'anyone') return caller()
  const token = bearerToken(request)
  if (!token) throw new Refusal('sign-in-required')
  if (access === 'person' || access === 'staff') {
    const person = await gate.personOf(token)
    if (!person) throw new Refusal('sign-in-required')
    if (access === 'staff') requireStaff(person)
    return caller(person)
  }
  const admitted = await gate.admit(token, organizationOf(request))
  if (!admitted) throw new Refusal('sign-in-required')
  const { person, member } = admitted
  if (!member) throw new Refusal('not-found')
  if (access !== 'member' && !member.permissions.includes(access)) throw new Refusal('not-permitted')
  return caller(person, member)
}

/** Whether staff's operations are open to them at this moment. */
export function isStaff(person: Person | undefined) {
  return Boolean(person?.staff && person.staffSession && person.secondFactor)
}

function requireStaff(person: Person) {
  if (!person.staff) throw new Refusal('not-found')
  if (!person.staffSession) throw new Refusal('sign-in-required')
  if (!person.secondFactor) throw new Refusal('second-factor-required')
}

function bearerToken(request: FastifyRequest) {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  return token
}

/** Named once: in the address, the query or the body. What is named but is no id is nobody's organization. */
function organizationOf({ params, query, body }: FastifyRequest) {
  const named = [params, query, body]
    .map((part) => (part as { organization?: unknown } | null | undefined)?.organization)
    .filter((organization) => organization !== undefined)
  if (named.length > 1) {
    const message = 'Name the organization once: in the address, the query or the body'
    throw new Refusal('invalid-fields', { errors: [{ field: 'organization', message }] })
  }
  const [organization] = named
  if (organization === undefined || isUuid(organization)) return organization
  throw new Refusal('not-found')
}
