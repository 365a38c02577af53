import { accountsApi } from '@sherpa/api-client/accounts'
import { readOnce } from '@sherpa/api-client/read-once'
import type { store } from '../store.ts'

/** Refetches the account after someone joined an organization, before navigating there. */
export function reloadAccount(dispatch: typeof store.dispatch) {
  return readOnce(dispatch, accountsApi.endpoints.account, undefined, { fresh: true })
}
