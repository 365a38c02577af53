import type { IdentityProof, User } from '@sherpa/contracts/account'
import type { Access, Operation } from '@sherpa/contracts/operation'
import { type Permission, permissions, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { needsSecondFactor } from '@sherpa/contracts/second-factor'
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
export type Member = {
  organization: string
  role: Role
  permissions: Permission[]
  /** They have no second factor, and the organization is not a sample: some permissions do not count then. */
  lacksSecondFactor: boolean
}

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

type Rule = Pick<Operation, 'access' | 'alsoNeeds' | 'notForAthletes'>

/** Lets the caller in, or refuses. Strangers to an organization are told that there is none, and so are all but our staff at the staff's addresses. */
export async function admit<R extends Rule>(
  rule: R,
  request: FastifyRequest,
  gate: Gate,
): Promise<CallerOf<R['access']>> {
  const { access, notForAthletes } = rule
  const caller = (person?: Person, member?: Member) => ({ person, member }) as CallerOf<R['access']>
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
  if (notForAthletes && member.role === 'athlete') throw new Refusal('not-permitted')
  const refused = refusalFor(member, permissionsOfRule(rule))
  if (refused) throw new Refusal(refused)
  return caller(person, member)
}

/** All that the caller's role must have. */
export function permissionsOfRule({ access, alsoNeeds = [] }: Rule): Permission[] {
  return [access, alsoNeeds].flat().filter((needed) => needed in permissions) as Permission[]
}

/** Why a member cannot do what needs these permissions, if they cannot. */
export function refusalFor({ permissions, lacksSecondFactor }: Member, needed: readonly Permission[]) {
  if (!needed.every((permission) => permissions.includes(permission))) return 'not-permitted'
  return lacksSecondFactor && needed.some(needsSecondFactor) ? 'second-factor-required' : undefined
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
