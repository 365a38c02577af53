import type { RouteObject } from 'react-router'
import type { ScreenPlace } from './frame/breadcrumbs.tsx'
import { organisationSections } from './frame/organisation-sections.ts'

const inAccount = (label: string): ScreenPlace => ({ label, within: { label: 'Your account', to: '/account' } })

/**
 * Every address of the platform, and the screen it shows. Screens are loaded when they are needed. No JSX in here: the build reads
 * this table as well, to tell the server which addresses there are.
 */
export const routes: RouteObject[] = [
  {
    lazy: () => import('./frame/signed-out-frame.tsx'),
    children: [
      {
        lazy: () => import('./frame/guests-only.tsx'),
        children: [
          { path: '/login', lazy: () => import('./screens/log-in/log-in-screen.tsx') },
          { path: '/register', lazy: () => import('./screens/register/register-screen.tsx') },
        ],
      },
      { path: '/finish-registration', lazy: () => import('./screens/register/finish-registration-screen.tsx') },
      { path: '/confirm-email', lazy: () => import('./screens/account/confirm-email-screen.tsx') },
      { path: '/forgot-password', lazy: () => import('./screens/password/forgot-password-screen.tsx') },
      { path: '/reset-password', lazy: () => import('./screens/password/reset-password-screen.tsx') },
      { path: '/invitation', lazy: () => import('./screens/invitation/invitation-screen.tsx') },
    ],
  },
  {
    lazy: () => import('./frame/either-frame.tsx'),
    children: [{ path: '*', lazy: () => import('./screens/not-found-screen.tsx') }],
  },
  {
    lazy: () => import('./frame/signed-in-frame.tsx'),
    children: [
      { path: '/', lazy: () => import('./screens/home/home-screen.tsx') },
      {
        path: '/organisations/new',
        handle: { label: 'New organization' } satisfies ScreenPlace,
        lazy: () => import('./screens/organisation/new-organisation-screen.tsx'),
      },
      {
        path: '/organisations/:organisation',
        lazy: () => import('./frame/organisation-frame.tsx'),
        children: [
          { index: true, lazy: () => import('./screens/organisation/organisation-screen.tsx') },
          {
            path: 'people',
            handle: organisationSections.people,
            lazy: () => import('./screens/people/people-screen.tsx'),
          },
          {
            path: 'permissions',
            handle: organisationSections.permissions,
            lazy: () => import('./screens/permissions/permissions-screen.tsx'),
          },
          {
            path: 'billing',
            handle: organisationSections.billing,
            lazy: () => import('./screens/billing/billing-screen.tsx'),
          },
          {
            path: 'activity',
            handle: organisationSections.activity,
            lazy: () => import('./screens/activity/activity-screen.tsx'),
          },
          {
            path: 'settings',
            handle: organisationSections.settings,
            lazy: () => import('./screens/organisation/settings-screen.tsx'),
          },
        ],
      },
      { path: '/account', handle: inAccount('Profile'), lazy: () => import('./screens/account/account-screen.tsx') },
      {
        path: '/account/security',
        handle: inAccount('Security'),
        lazy: () => import('./screens/account/security-screen.tsx'),
      },
      {
        path: '/account/activity',
        handle: inAccount('Activity'),
        lazy: () => import('./screens/activity/account-activity-screen.tsx'),
      },
      {
        path: '/staff',
        handle: { label: 'Staff' } satisfies ScreenPlace,
        lazy: () => import('./screens/staff/staff-screen.tsx'),
      },
    ],
  },
]
