import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SignedIn, User } from '@sherpa/contracts/account'

export type SignedInUser = User

/** Spec §3: a user, initially null, and a token. */
export type AuthState = { user: SignedInUser | null; token: string | null }

const initialState: AuthState = { user: null, token: null }

export const auth = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signedIn: (_, { payload: { token, user } }: PayloadAction<Pick<SignedIn, 'token' | 'user'>>) => ({ token, user }),
    /** Some changes to an account end all of its sessions and begin a new one here. */
    tokenRenewed: (state, { payload }: PayloadAction<string>) => {
      if (state.token) state.token = payload
    },
    userChanged: (state, { payload }: PayloadAction<SignedInUser>) => {
      if (state.token) state.user = payload
    },
    signedOut: () => initialState,
  },
})
