import { setTimeout } from 'node:timers/promises'
import {
  login,
  loginAnswer,
  mailRequest,
  passwordReset,
  registration,
  secondFactorLogin,
  signedIn,
  verification,
} from '@sherpa/contracts/account'
import type { DefineEndpoint } from '../http/endpoint.ts'
import { deviceOf } from './device-name.ts'
import type { SignIn } from './sign-in.ts'

/** Per quarter of an hour. Offices share a network; a mail address is one person's, whom strangers must not be able to lock out. */
const guesses = { network: 100, email: 100, emailFromNetwork: 10 }
const mails = { network: 50, email: 12, emailFromNetwork: 4 }

/** An answer that comes no sooner than this does not tell by its time whether there is such an account. */
const SLOWEST_ANSWER_MS = 600

const expiredLink = { 410: 'The link is used up, too old or not ours' }

export function signInRoutes(endpoint: DefineEndpoint, signIn: SignIn, onMail: () => void) {
  endpoint(
    {
      method: 'POST',
      path: '/api/account/registration',
      operation: 'register',
      summary: 'Register. The answer is the same whether or not the address has an account',
      access: 'anyone',
      body: registration,
      limits: mails,
      answer: { status: 202, about: 'Mail is on its way to the address' },
    },
    ({ body }) => unhurried(signIn.register(body)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/verification',
      operation: 'verifyAddress',
      summary: 'Confirm the address with the link from the mail and the password, and log in',
      access: 'anyone',
      body: verification,
      limits: { network: guesses.network },
      answer: { status: 200, about: 'Confirmed', schema: loginAnswer },
      refusals: { 401: 'This is not the password that was chosen', ...expiredLink },
    },
    ({ body, request }) => signIn.verify(body, deviceOf(request)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/verification-mail',
      operation: 'mailVerification',
      summary: 'Ask for another link to confirm an address',
      access: 'anyone',
      body: mailRequest,
      limits: mails,
      answer: { status: 202, about: 'If the address waits to be confirmed, mail is on its way' },
    },
    ({ body }) => unhurried(signIn.mailVerification(body.email)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/login',
      operation: 'logIn',
      summary: 'Log in. With a second factor, the answer is a ticket for the second half',
      access: 'anyone',
      body: login,
      limits: guesses,
      answer: { status: 200, about: 'A token, or a ticket', schema: loginAnswer },
      refusals: { 401: 'Email and password do not match', 403: 'The address is not confirmed' },
    },
    ({ body, request }) => signIn.logIn(body, deviceOf(request)),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/login/second-factor',
      operation: 'finishLogIn',
      summary: 'The second half of a log-in: a code of the app, or a recovery code',
      access: 'anyone',
      body: secondFactorLogin,
      limits: { network: guesses.network },
      answer: { status: 200, about: 'A token', schema: signedIn },
      refusals: { 401: 'The code is wrong', ...expiredLink },
    },
    ({ body, request }) => signIn.finishLogIn(body, deviceOf(request)),
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
      body: mailRequest,
      limits: mails,
      answer: { status: 202, about: 'If there is such an account, mail is on its way' },
    },
    ({ body }) => unhurried(signIn.mailPasswordReset(body.email)),
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
      await signIn.resetPassword(body)
      onMail()
    },
  )

  async function unhurried(work: Promise<void>) {
    await Promise.all([work, setTimeout(SLOWEST_ANSWER_MS)])
    onMail()
  }
}
