import { accountOperations } from '@sherpa/contracts/account-operations'
import { api } from './api.ts'
import { auth } from './auth.ts'
import { noteRenewal } from './call.ts'
import { endpointsOf } from './endpoints-of.ts'

const { changePassword, turnOnSecondFactor, turnOffSecondFactor } = accountOperations

const withOperations = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, accountOperations) })

export const accountsApi = withOperations.enhanceEndpoints({
  endpoints: {
    account: {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        whenDone(queryFulfilled, ({ user }) => void dispatch(auth.actions.userChanged(user))),
    },
    changePassword: renewingToken(changePassword.changes),
    turnOnSecondFactor: renewingToken(turnOnSecondFactor.changes),
    turnOffSecondFactor: renewingToken(turnOffSecondFactor.changes),
  },
})

type Changes = typeof changePassword.changes
type Renewing = {
  dispatch: (
    action: ReturnType<typeof auth.actions.tokenRenewed> | ReturnType<typeof api.util.invalidateTags>,
  ) => unknown
  queryFulfilled: Promise<{ data: { token: string } }>
}

/** Refetches only after the new token is stored, because the old one is revoked. */
function renewingToken(changes: Changes) {
  return {
    invalidatesTags: [],
    onQueryStarted: (_: unknown, { dispatch, queryFulfilled }: Renewing) => {
      const renewal = whenDone(queryFulfilled, ({ token }) => {
        dispatch(auth.actions.tokenRenewed(token))
        dispatch(api.util.invalidateTags([...changes]))
      })
      noteRenewal(renewal)
      return renewal
    },
  }
}

/** The caller handles failures. */
function whenDone<Result>(queryFulfilled: Promise<{ data: Result }>, act: (result: Result) => void) {
  return queryFulfilled.then(
    ({ data }) => act(data),
    () => undefined,
  )
}
