import { setTimeout } from 'node:timers/promises'
import { accountOperations } from '@sherpa/contracts/account-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { readDevice } from './device-name.ts'
import type { Passwords } from './passwords.ts'
import type { Registration } from './registration.ts'
import type { SignIn } from './sign-in.ts'

/** Per 15 minutes. Offices share a network, and strangers must not lock out an email address. */
const guesses = { network: 100, email: 100, emailFromNetwork: 10, device: 10 }
const mails = { network: 50, email: 12, emailFromNetwork: 4, device: 4 }

const expiredLink = { 410: 'The link was used, has expired or is not ours' }

export type SignInRouteParts = {
  registration: Registration
  signIn: SignIn
  passwords: Passwords
  /** Minimum response time, so that timing does not reveal existing accounts. */
  shortestAnswerMs: number
  onMail: () => void
}

export function signInRoutes(
  endpoint: DefineEndpoint,
  { registration, signIn, passwords, shortestAnswerMs, onMail }: SignInRouteParts,
) {
  endpoint(accountOperations.register, { limits: mails }, ({ body }) =>
    answerAfterDelay(registration.register(body.email)),
  )

  endpoint(
    accountOperations.lookUpRegistration,
    { limits: { network: guesses.network }, refusals: expiredLink },
    ({ body }) => registration.lookUp(body.token),
  )

  endpoint(
    accountOperations.createAccount,
    { limits: { network: guesses.network }, refusals: expiredLink },
    ({ body, request }) => registration.create(body, readDevice(request)),
  )

  endpoint(
    accountOperations.logIn,
    { limits: guesses, refusals: { 401: 'Email and password do not match' } },
    ({ body, request }) => signIn.logIn(body, readDevice(request, body.device)),
  )

  endpoint(
    accountOperations.finishLogIn,
    { limits: { network: guesses.network }, refusals: { 401: 'The code is wrong', ...expiredLink } },
    ({ body, request }) => signIn.finishLogIn(body, readDevice(request, body.device)),
  )

  endpoint(accountOperations.logOut, { limits: { person: guesses.network } }, ({ person }) => signIn.logOut(person))

  endpoint(accountOperations.sendPasswordResetMail, { limits: mails }, ({ body }) =>
    answerAfterDelay(passwords.mailReset(body.email)),
  )

  endpoint(
    accountOperations.resetPassword,
    { limits: { network: guesses.network }, refusals: expiredLink },
    async ({ body }) => {
      const email = await passwords.reset(body)
      onMail()
      return { email }
    },
  )

  async function answerAfterDelay(work: Promise<void>) {
    await Promise.all([work, setTimeout(shortestAnswerMs)])
    onMail()
  }
}
