import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type SignedInUser = { id: string; name: string; email: string }

/** Spec §3: a user, initially null, and a token. */
export type AuthState = { user: SignedInUser | null; token: string | null }

const initialState: AuthState = { user: null, token: null }

export const auth = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<{ user: SignedInUser; token: string }>) => payload,
    signedOut: () => initialState,
  },
})
