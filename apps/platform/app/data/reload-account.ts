import { accountsApi } from '@sherpa/api-client/accounts'
import type { store } from '../store.ts'

/** Before someone is led to where they belong now, the account must know that they do. */
export function reloadAccount(dispatch: typeof store.dispatch) {
  return dispatch(accountsApi.endpoints.account.initiate(undefined, { forceRefetch: true, subscribe: false })).unwrap()
}
