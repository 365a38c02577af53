import { configureStore, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit'
import { auth } from './auth.ts'
import type { CallSettings } from './call.ts'

type ApiParts<ApiReducer, ApiMiddleware> = {
  reducerPath: 'api'
  reducer: ApiReducer
  middleware: ApiMiddleware
  util: { resetApiState: () => UnknownAction }
}

export function createStore<ApiReducer extends Reducer, ApiMiddleware extends Middleware>(
  api: ApiParts<ApiReducer, ApiMiddleware>,
  settings: CallSettings,
) {
  /** Clears the cache on sign-out. */
  const forgetWhenSignedOut: Middleware =
    ({ dispatch }) =>
    (next) =>
    (action) => {
      const result = next(action)
      if (auth.actions.signedOut.match(action)) dispatch(api.util.resetApiState())
      return result
    }
  return configureStore({
    reducer: { auth: auth.reducer, api: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: settings } }).concat(api.middleware, forgetWhenSignedOut),
  })
}
