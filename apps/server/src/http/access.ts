import type { IdentityProof, User } from '@sherpa/contracts/account'
import type { Access, Operation } from '@sherpa/contracts/operation'
import { type Permission, permissions, type Role } from '@sherpa/contracts/organization'
import { ownValue } from '@sherpa/contracts/own-value'
import { Refusal } from '@sherpa/contracts/problem'
import { needsSecondFactor } from '@sherpa/contracts/second-factor'
import type { FastifyRequest } from 'fastify'
import type { KnownDevices } from './known-devices.ts'

/** Signed-in user with their session. */
export type Person = User & {
  sessionId: string
  token: string
  /** The session started after the person joined the staff. */
  staffSession: boolean
}

/** Step-up authentication before irreversible actions. Throws a `Refusal` if the proof is missing or wrong. */
export type ConfirmIdentity = (person: Person, proof: IdentityProof) => Promise<void>

/** Membership of the caller in the requested organization. */
export type Member = {
  organization: string
  role: Role
  permissions: Permission[]
  /** No second factor: permissions that need one do not count. Always false in sample organizations. */
  lacksSecondFactor: boolean
}

/** Result of authentication, with the membership in the requested organization. */
export type Admitted = { person: Person; member: Member | undefined }

/** Caller type of an endpoint, by its access rule. */
export type CallerOf<A extends Access> = A extends 'anyone'
  ? { person: undefined; member: undefined }
  : A extends 'person' | 'staff'
    ? { person: Person; member: undefined }
    : { person: Person; member: Member }

export type Gate = {
  personOf(token: string): Promise<Person | undefined>
  /** Without an organization: the person's only one. */
  admit(token: string, organization: string | undefined): Promise<Admitted | undefined>
  devices: KnownDevices
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Lowercase only, as PostgreSQL prints UUIDs: other spellings would compare equal there but not here. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

type Rule = Pick<Operation, 'access' | 'alsoNeeds' | 'notForAthletes'>

/** Authenticates and authorizes the caller. Non-members of an organization and non-staff on staff endpoints get 404. */
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

/** Permissions that the caller's role must have. */
export function permissionsOfRule({ access, alsoNeeds = [] }: Rule): Permission[] {
  return [access, alsoNeeds].flat().filter((needed) => Object.hasOwn(permissions, needed)) as Permission[]
}

/** Filters and sorts need the permission of their field, whatever the data. */
export function requireForFilters({ permissions: held }: Member, needed: Permission, fields: readonly string[]) {
  if (fields.length === 0 || held.includes(needed)) return
  const messageFor = (field: string) =>
    `You can’t ${ownValue(usesInWords, field) ?? `filter by ${field}`}: you need the permission “${permissions[needed].name}”`
  throw new Refusal('invalid-fields', { errors: fields.map((field) => ({ field, message: messageFor(field) })) })
}
const usesInWords: Record<string, string> = { born: 'filter by birth date', sort: 'sort by amount' }

/** Reason to refuse a member an operation with these permissions, or undefined. */
export function refusalFor({ permissions, lacksSecondFactor }: Member, needed: readonly Permission[]) {
  if (!needed.every((permission) => permissions.includes(permission))) return 'not-permitted'
  return lacksSecondFactor && needed.some(needsSecondFactor) ? 'second-factor-required' : undefined
}

/** Whether the person may use staff operations now. */
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

/** Organization id from path, query or body, at most one of them. A malformed id is answered with 404. */
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
