import type {
  Account,
  EmailChangeState,
  emailChange,
  LoginAnswer,
  linkLookup,
  login,
  newAccount,
  passwordChange,
  passwordConfirmation,
  passwordReset,
  passwordResetRequest,
  profileChange,
  recoveryCodes,
  refreshedToken,
  registeredAddress,
  registration,
  SecondFactorSetup,
  SessionList,
  SignedIn,
  secondFactorCode,
  secondFactorLogin,
  secondFactorRemoval,
} from '@sherpa/contracts/account'
import type { AccountActivityQuery, Activity } from '@sherpa/contracts/activity'
import type { input, output } from 'zod/mini'
import { activityPages } from './activity-pages.ts'
import { api } from './api.ts'
import { auth } from './auth.ts'

type PasswordConfirmation = output<typeof passwordConfirmation>
type RefreshedToken = output<typeof refreshedToken>

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<unknown, output<typeof registration>>({ query: (body) => post('registration', body) }),
    /** A query, although it is a POST: the token stays out of addresses and logs. */
    registeredAddress: build.query<output<typeof registeredAddress>, string>({
      query: (token) => post('registration/lookup', { token } satisfies output<typeof linkLookup>),
    }),
    createAccount: build.mutation<SignedIn, output<typeof newAccount>>({
      query: (body) => ({ url: 'account', method: 'POST', body }),
    }),
    logIn: build.mutation<LoginAnswer, input<typeof login>>({ query: (body) => post('login', body) }),
    logInWithSecondFactor: build.mutation<SignedIn, output<typeof secondFactorLogin>>({
      query: (body) => post('login/second-factor', body),
    }),
    logOut: build.mutation<void, void>({ query: () => post('logout') }),
    sendPasswordResetMail: build.mutation<unknown, input<typeof passwordResetRequest>>({
      query: (body) => post('password-reset-mail', body),
    }),
    resetPassword: build.mutation<void, output<typeof passwordReset>>({
      query: (body) => post('password-reset', body),
    }),

    account: build.query<Account, void>({
      query: () => 'account',
      providesTags: ['User'],
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        whenDone(queryFulfilled, ({ user }) => void dispatch(auth.actions.userChanged(user))),
    }),
    changeProfile: build.mutation<Account, output<typeof profileChange>>({
      query: (body) => ({ url: 'account', method: 'PATCH', body }),
      invalidatesTags: ['User', 'People'],
    }),
    changePassword: build.mutation<RefreshedToken, output<typeof passwordChange>>({
      query: (body) => ({ url: 'account/password', method: 'PUT', body }),
      onQueryStarted: renewToken,
    }),
    requestEmailChange: build.mutation<unknown, output<typeof emailChange>>({
      query: (body) => post('email-change', body),
      invalidatesTags: ['Activity'],
    }),
    confirmEmailChange: build.mutation<EmailChangeState, output<typeof linkLookup>>({
      query: (body) => post('email-change/confirmation', body),
      invalidatesTags: ['User', 'Activity'],
    }),
    deleteAccount: build.mutation<void, PasswordConfirmation>({ query: (body) => post('deletion', body) }),

    sessions: build.query<SessionList, void>({ query: () => 'account/sessions', providesTags: ['Session'] }),
    revokeSession: build.mutation<void, string>({
      query: (session) => ({ url: `account/sessions/${encodeURIComponent(session)}`, method: 'DELETE' }),
      invalidatesTags: ['Session', 'Activity'],
    }),
    revokeOtherSessions: build.mutation<void, void>({
      query: () => post('sessions/revocation'),
      invalidatesTags: ['Session', 'Activity'],
    }),

    startSecondFactor: build.mutation<SecondFactorSetup, PasswordConfirmation>({
      query: (body) => post('second-factor', body),
    }),
    turnOnSecondFactor: build.mutation<RefreshedToken, output<typeof secondFactorCode>>({
      query: (body) => ({ url: 'account/second-factor', method: 'PUT', body }),
      onQueryStarted: renewToken,
    }),
    turnOffSecondFactor: build.mutation<RefreshedToken, output<typeof secondFactorRemoval>>({
      query: (body) => post('second-factor/removal', body),
      onQueryStarted: renewToken,
    }),
    renewRecoveryCodes: build.mutation<output<typeof recoveryCodes>, PasswordConfirmation>({
      query: (body) => post('second-factor/recovery-codes', body),
      invalidatesTags: ['Activity'],
    }),

    accountActivity: build.infiniteQuery<Activity, Omit<AccountActivityQuery, 'before'>, string | undefined>({
      infiniteQueryOptions: activityPages,
      query: ({ queryArg: filter, pageParam }) => ({
        url: 'account/activity',
        params: { ...filter, before: pageParam },
      }),
      providesTags: ['Activity'],
    }),
  }),
})

function post(path: string, body?: object) {
  return { url: `account/${path}`, method: 'POST', body }
}

type Starting<Result> = {
  dispatch: (
    action: ReturnType<typeof auth.actions.tokenRenewed> | ReturnType<typeof api.util.invalidateTags>,
  ) => unknown
  queryFulfilled: Promise<{ data: Result }>
}

/** What was loaded is asked for again only when the new token is in place: the old one is refused from now on. */
function renewToken(_: unknown, { dispatch, queryFulfilled }: Starting<RefreshedToken>) {
  return whenDone(queryFulfilled, ({ token }) => {
    dispatch(auth.actions.tokenRenewed(token))
    dispatch(api.util.invalidateTags(['User', 'Session', 'Activity']))
  })
}

/** A failure is told to whoever made the call; there is nothing to do about it here. */
function whenDone<Result>(queryFulfilled: Promise<{ data: Result }>, act: (result: Result) => void) {
  return queryFulfilled.then(
    ({ data }) => act(data),
    () => undefined,
  )
}
