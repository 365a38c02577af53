import { setTimeout } from 'node:timers/promises'
import {
  linkLookup,
  login,
  loginAnswer,
  newAccount,
  passwordReset,
  passwordResetRequest,
  registeredAddress,
  registration,
  secondFactorLogin,
  signedIn,
} from '@sherpa/contracts/account'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { deviceOf } from './device-name.ts'
import type { Passwords } from './passwords.ts'
import type { Registration } from './registration.ts'
import type { SignIn } from './sign-in.ts'

/** Per quarter of an hour. Offices share a network; an email address is one person's, whom strangers must not be able to lock out. */
const guesses = { network: 100, email: 100, emailFromNetwork: 10, device: 10 }
const mails = { network: 50, email: 12, emailFromNetwork: 4, device: 4 }

const expiredLink = { 410: 'The link was used, has expired or is not ours' }

export type SignInRouteParts = {
  registration: Registration
  signIn: SignIn
  passwords: Passwords
  /** An answer that comes no sooner than this does not tell by its time whether there is such an account. */
  shortestAnswerMs: number
  onMail: () => void
}

export function signInRoutes(
  endpoint: DefineEndpoint,
  { registration: registering, signIn, passwords, shortestAnswerMs, onMail }: SignInRouteParts,
) {
  endpoint(
    {
      method: 'POST',
      path: '/api/account/registration',
      operation: 'register',
      summary: 'Register an address. The answer is the same whether or not it has an account',
      access: 'anyone',
      body: registration,
      limits: mails,
      answer: { status: 202, about: 'An email is on its way to the address' },
    },
    ({ body }) => unhurried(registering.register(body.email)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/registration/lookup',
      operation: 'lookUpRegistration',
      summary: 'Which address a registration link is for',
      access: 'anyone',
      body: linkLookup,
      limits: { network: guesses.network },
      answer: { status: 200, about: 'The address', schema: registeredAddress },
      refusals: expiredLink,
    },
    ({ body }) => registering.lookUp(body.token),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account',
      operation: 'createAccount',
      summary: 'Create the account with the link from the email, a name and a password, and log in',
      access: 'anyone',
      body: newAccount,
      limits: { network: guesses.network },
      answer: { status: 201, about: 'A token', schema: signedIn },
      refusals: expiredLink,
    },
    ({ body, request }) => registering.create(body, deviceOf(request)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/login',
      operation: 'logIn',
      summary: 'Log in. With a second factor, the answer is a ticket for the second step',
      access: 'anyone',
      body: login,
      limits: guesses,
      answer: { status: 200, about: 'A token, or a ticket', schema: loginAnswer },
      refusals: { 401: 'Email and password do not match' },
    },
    ({ body, request }) => signIn.logIn(body, deviceOf(request, body.device)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/login/second-factor',
      operation: 'finishLogIn',
      summary: 'The second step of a log-in: a code of the app, or a recovery code',
      access: 'anyone',
      body: secondFactorLogin,
      limits: { network: guesses.network },
      answer: { status: 200, about: 'A token', schema: signedIn },
      refusals: { 401: 'The code is wrong', ...expiredLink },
    },
    ({ body, request }) => signIn.finishLogIn(body, deviceOf(request, body.device)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/logout',
      operation: 'logOut',
      summary: 'End this session',
      access: 'person',
      limits: { person: guesses.network },
      answer: { status: 204, about: 'The token is worth nothing from now on' },
    },
    ({ person }) => signIn.logOut(person),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/password-reset-mail',
      operation: 'mailPasswordReset',
      summary: 'Ask for a link to choose a new password',
      access: 'anyone',
      body: passwordResetRequest,
      limits: mails,
      answer: { status: 202, about: 'If there is such an account, an email is on its way' },
    },
    ({ body }) => unhurried(passwords.mailReset(body.email)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/password-reset',
      operation: 'resetPassword',
      summary: 'Choose a new password with the link from the mail. Ends all sessions',
      access: 'anyone',
      body: passwordReset,
      limits: { network: guesses.network },
      answer: { status: 204, about: 'Done: log in with it' },
      refusals: expiredLink,
    },
    async ({ body }) => {
      await passwords.reset(body)
      onMail()
    },
  )

  async function unhurried(work: Promise<void>) {
    await Promise.all([work, setTimeout(shortestAnswerMs)])
    onMail()
  }
}
