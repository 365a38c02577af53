import type { FastifyRequest } from 'fastify'
import type { Gate, Person } from '../../http/access.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { knownDevices } from '../../http/known-devices.ts'
import { rateLimits } from '../../http/rate-limits.ts'
import type { Database } from '../../persistence/database.ts'
import type { AuditEvents } from '../audit/audit.ts'
import { forgetStaffViews } from '../views/views.ts'
import { accountRoutes } from './account-routes.ts'
import { accounts as accountsOf, insertAccount, lockPerson } from './accounts.ts'
import { authentication as authenticationOf } from './better-auth/authentication.ts'
import { identityConfirmation } from './confirm-identity.ts'
import { type DeletionParts, deleteAccount } from './delete-account.ts'
import { deviceName, deviceOf } from './device-name.ts'
import { emailChange } from './email-change.ts'
import { passwords as passwordsOf, preparePassword } from './passwords.ts'
import { registration } from './registration.ts'
import { secondFactor as secondFactorOf } from './second-factor.ts'
import { sessionOpener } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signInRoutes } from './sign-in-routes.ts'

type Parts = {
  database: Database
  secret: string
  platformUrl: string
  clock: () => Date
  rateLimited: boolean
  shortestAnswerMs: number
  onMail: () => void
}

type RouteParts = Pick<DeletionParts, 'leaveAll' | 'endGuardianships' | 'forgetBilling'> & {
  events: AuditEvents
  moveBilling: Parameters<typeof emailChange>[1]
  placesOf: Parameters<typeof accountRoutes>[1]['placesOf']
}

export function composeAccounts(parts: Parts) {
  const { database, secret, platformUrl, clock, onMail } = parts
  const accounts = accountsOf(database)
  const authentication = authenticationOf({ database, secret, platformUrl })
  const devices = knownDevices({ secret, clock, passwordChangedAt: accounts.passwordChangedAt })
  const gate: Gate = { personOf: accounts.personOf, admit: accounts.admit, devices }
  const openSession = sessionOpener({ authentication, database, devices })
  const secondFactor = secondFactorOf({ authentication, accounts, database, clock })
  const passwords = passwordsOf({ authentication, accounts, database, secondFactor })
  const confirmIdentity = identityConfirmation({ passwords, secondFactor })

  return {
    gate,
    expiryOf: accounts.expiryOf,
    admitSession: accounts.admitSession,
    confirmIdentity,
    /** For domains that make accounts of people who follow a link. */
    newAccounts: { lockPerson, preparePassword, insertAccount },

    openSession: async (person: string, request: FastifyRequest) =>
      openSession(await accounts.byId(person), false, deviceOf(request)),

    originOf: ({ ip, headers }: FastifyRequest) => ({
      address: ip,
      device: deviceName(headers['user-agent'] ?? null),
    }),

    addRoutes(endpoint: DefineEndpoint, { events, moveBilling, placesOf, ...deletion }: RouteParts) {
      signInRoutes(endpoint, {
        registration: registration({ database, accounts, openSession }),
        signIn: signIn({
          authentication,
          accounts,
          database,
          devices,
          secondFactor,
          limits: rateLimits(database, { enabled: parts.rateLimited, clock }),
          onMail,
        }),
        passwords,
        shortestAnswerMs: parts.shortestAnswerMs,
        onMail,
      })
      accountRoutes(endpoint, {
        database,
        accounts,
        passwords,
        emailChanges: emailChange(database, moveBilling),
        secondFactor,
        confirmIdentity,
        events,
        placesOf,
        deleteAccount: (person: Person) => deleteAccount(person, { database, forgetStaffViews, ...deletion }),
        onMail,
      })
    },
  }
}
