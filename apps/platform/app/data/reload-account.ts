import { accountsApi } from '@sherpa/api-client/accounts'
import type { store } from '../store.ts'

/** Refetches the account after someone joined an organization, before navigating there. */
export function reloadAccount(dispatch: typeof store.dispatch) {
  return dispatch(accountsApi.endpoints.account.initiate(undefined, { forceRefetch: true, subscribe: false })).unwrap()
}
