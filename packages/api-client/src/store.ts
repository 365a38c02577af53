import { configureStore } from '@reduxjs/toolkit'
import { api, type CallSettings } from './api.ts'
import { auth } from './auth.ts'

export function createStore(settings: CallSettings) {
  return configureStore({
    reducer: { auth: auth.reducer, [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: settings } }).concat(api.middleware),
  })
}

export type Store = ReturnType<typeof createStore>
