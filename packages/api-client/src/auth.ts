import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SignedIn, User } from '@sherpa/contracts/account'

export type SignedInUser = User

/** Spec §3: user and token, initially null. */
export type AuthState = { user: SignedInUser | null; token: string | null }

const initialState: AuthState = { user: null, token: null }

export const auth = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signedIn: (_, { payload: { token, user } }: PayloadAction<Pick<SignedIn, 'token' | 'user'>>) => ({ token, user }),
    /** Some account changes revoke all sessions and start a new one here. */
    tokenRenewed: (state, { payload }: PayloadAction<string>) => {
      if (state.token) state.token = payload
    },
    userChanged: (state, { payload }: PayloadAction<SignedInUser>) => {
      if (state.token) state.user = payload
    },
    signedOut: () => initialState,
  },
})
