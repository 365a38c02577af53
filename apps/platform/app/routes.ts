import type { RouteObject } from 'react-router'
import type { ScreenPlace } from './frame/breadcrumbs.tsx'
import { organizationSections } from './frame/organization-sections.ts'

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
        path: '/organizations/new',
        handle: { label: 'New organization' } satisfies ScreenPlace,
        lazy: () => import('./screens/organization/new-organization-screen.tsx'),
      },
      {
        path: '/organizations/:organization',
        lazy: () => import('./frame/organization-frame.tsx'),
        children: [
          { index: true, lazy: () => import('./screens/organization/organization-screen.tsx') },
          {
            path: 'people',
            handle: organizationSections.people,
            lazy: () => import('./screens/people/people-screen.tsx'),
          },
          {
            path: 'permissions',
            handle: organizationSections.permissions,
            lazy: () => import('./screens/permissions/permissions-screen.tsx'),
          },
          {
            path: 'billing',
            handle: organizationSections.billing,
            lazy: () => import('./screens/billing/billing-screen.tsx'),
          },
          {
            path: 'activity',
            handle: organizationSections.activity,
            lazy: () => import('./screens/activity/activity-screen.tsx'),
          },
          {
            path: 'settings',
            handle: organizationSections.settings,
            lazy: () => import('./screens/organization/settings-screen.tsx'),
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
