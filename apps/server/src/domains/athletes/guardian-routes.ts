import type { SignedIn } from '@sherpa/contracts/account'
import { guardianOperations } from '@sherpa/contracts/guardian-operations'
import type { FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { AthleteAccounts } from './athlete-accounts.ts'
import type { Guardians } from './guardians.ts'
import type { OwnGuardianships } from './own-guardianships.ts'

export type GuardianRouteParts = {
  accounts: AthleteAccounts
  guardians: Guardians
  own: OwnGuardianships
  /** Opens a session after authentication. */
  openSession: (person: string, request: FastifyRequest) => Promise<SignedIn>
  onMail: () => void
}

/** Limits spam through invitations. */
const mails = { person: 60 }
const changes = { person: 120 }
const links = { network: 100 }
const linkExpired = 'It was answered or withdrawn, has expired, or is for someone else'

export function guardianRoutes(endpoint: DefineEndpoint, parts: GuardianRouteParts) {
  const { accounts, guardians, own, openSession, onMail } = parts

  endpoint(
    guardianOperations.inviteAthlete,
    { limits: mails, refusals: { 409: 'The athlete cannot have an account yet, or is invited already' } },
    async ({ parameter, body, ...colleague }) => {
      await accounts.invite(colleague, parameter('athlete'), body)
      onMail()
    },
  )
  endpoint(
    guardianOperations.inviteAthletes,
    { limits: mails, refusals: { 409: 'The selection has changed, or it is a sample' } },
    async ({ body, ...colleague }) => {
      const result = await accounts.inviteMany(colleague, body)
      if (!body.dryRun) onMail()
      return result
    },
  )
  endpoint(
    guardianOperations.inviteGuardian,
    { limits: mails, refusals: { 409: 'The contact cannot be the guardian, or was asked already' } },
    async ({ parameter, body, ...colleague }) => {
      await guardians.invite(colleague, parameter('athlete'), parameter('contact'), body)
      onMail()
    },
  )
  endpoint(
    guardianOperations.verifyGuardian,
    { limits: changes, refusals: { 409: 'The guardian has not confirmed yet, or somebody else has to verify them' } },
    async ({ parameter, body, ...colleague }) => {
      await guardians.verify(colleague, parameter('athlete'), parameter('guardian'), body)
      onMail()
    },
  )
  endpoint(guardianOperations.removeGuardian, { limits: changes }, async ({ parameter, ...colleague }) => {
    await guardians.remove(colleague, parameter('athlete'), parameter('guardian'))
    onMail()
  })

  endpoint(guardianOperations.lookUpGuardianInvitation, { limits: links, refusals: { 410: linkExpired } }, ({ body }) =>
    own.lookUp(body.token),
  )
  endpoint(
    guardianOperations.registerAsGuardian,
    { limits: links, refusals: { 409: 'The address has an account: log in to answer', 410: linkExpired } },
    async ({ body, request }) => openSession(await own.register(body), request),
  )
  endpoint(guardianOperations.guardianships, { limits: 'none' }, async ({ person }) => ({
    guardianships: await own.list(person),
  }))
  endpoint(
    guardianOperations.confirmGuardianship,
    { limits: changes, refusals: { 409: 'The address belongs to the athlete or to a member', 410: linkExpired } },
    ({ person, parameter, body }) => own.confirm(person, parameter('guardianship'), body.consentsToAccount),
  )
  endpoint(
    guardianOperations.declineGuardianship,
    { limits: changes, refusals: { 410: linkExpired } },
    ({ person, parameter }) => own.decline(person, parameter('guardianship')),
  )
  endpoint(
    guardianOperations.changeConsent,
    { limits: changes, refusals: { 410: linkExpired } },
    ({ person, parameter, body }) => own.changeConsent(person, parameter('guardianship'), body.consentsToAccount),
  )
  endpoint(
    guardianOperations.endGuardianship,
    { limits: changes, refusals: { 410: linkExpired } },
    ({ person, parameter }) => own.end(person, parameter('guardianship')),
  )
}
