import type { RouteObject } from 'react-router'

/** These redirect people with a session. */
export const guestsOnlyRoutes: RouteObject[] = [
  { path: '/login', lazy: () => import('./features/accounts/log-in/log-in-screen.tsx') },
  { path: '/register', lazy: () => import('./features/accounts/register/register-screen.tsx') },
]

/** Prerendered, and loaded with the app. The other routes load when an address needs them: their table names every script
 * of the platform.
 */
export const signedOutRoutes: RouteObject[] = [
  {
    lazy: () => import('./frame/signed-out-frame.tsx'),
    children: [
      {
        lazy: () => import('./frame/guests-only.tsx'),
        children: guestsOnlyRoutes,
      },
      {
        path: '/finish-registration',
        lazy: () => import('./features/accounts/register/finish-registration-screen.tsx'),
      },
      { path: '/confirm-email', lazy: () => import('./features/accounts/account/confirm-email-screen.tsx') },
      {
        path: '/reject-second-factor',
        lazy: () => import('./features/accounts/account/reject-second-factor-screen.tsx'),
      },
      { path: '/forgot-password', lazy: () => import('./features/accounts/password/forgot-password-screen.tsx') },
      { path: '/reset-password', lazy: () => import('./features/accounts/password/reset-password-screen.tsx') },
      { path: '/invitation', lazy: () => import('./features/organizations/invitation/invitation-screen.tsx') },
      { path: '/guardian', lazy: () => import('./features/guardians/guardian-invitation-screen.tsx') },
    ],
  },
  // Without the frame: a company needs the width.
  { path: '/agreement', lazy: () => import('./features/deals/link/agreement-screen.tsx') },
  { path: '/attestation', lazy: () => import('./features/disclosures/attestation-screen.tsx') },
]
