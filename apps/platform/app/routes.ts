import type { RouteObject } from 'react-router'
import { settingsSections, staffSections, workSections } from './frame/organization-sections.ts'
import type { ScreenPlace } from './frame/screen-place.ts'

const inAccount = (label: string): ScreenPlace => ({
  label,
  within: { label: 'Your account', to: '/account' },
  narrow: true,
})

/** The routes whose screens are prerendered, and among them those that send away who is signed in. */
export const SIGNED_OUT = 'signed-out'
export const GUESTS_ONLY = 'guests-only'

/**
 * Every address of the platform, and the screen it shows. Screens are loaded when they are needed. No JSX in here: the build reads
 * this table as well, to tell the server which addresses there are.
 */
export const routes: RouteObject[] = [
  {
    id: SIGNED_OUT,
    lazy: () => import('./frame/signed-out-frame.tsx'),
    children: [
      {
        id: GUESTS_ONLY,
        lazy: () => import('./frame/guests-only.tsx'),
        children: [
          { path: '/login', lazy: () => import('./features/accounts/log-in/log-in-screen.tsx') },
          { path: '/register', lazy: () => import('./features/accounts/register/register-screen.tsx') },
        ],
      },
      {
        path: '/finish-registration',
        lazy: () => import('./features/accounts/register/finish-registration-screen.tsx'),
      },
      { path: '/confirm-email', lazy: () => import('./features/accounts/account/confirm-email-screen.tsx') },
      { path: '/forgot-password', lazy: () => import('./features/accounts/password/forgot-password-screen.tsx') },
      { path: '/reset-password', lazy: () => import('./features/accounts/password/reset-password-screen.tsx') },
      { path: '/invitation', lazy: () => import('./features/organizations/invitation/invitation-screen.tsx') },
    ],
  },
  {
    lazy: () => import('./frame/either-frame.tsx'),
    children: [{ path: '*', lazy: () => import('./frame/not-found-screen.tsx') }],
  },
  {
    lazy: () => import('./frame/signed-in-frame.tsx'),
    children: [
      {
        path: '/',
        handle: { label: 'Home', narrow: true } satisfies ScreenPlace,
        lazy: () => import('./features/organizations/home/home-screen.tsx'),
      },
      {
        path: '/organizations/new',
        handle: { label: 'New organization', narrow: true } satisfies ScreenPlace,
        lazy: () => import('./features/organizations/organization/new-organization-screen.tsx'),
      },
      {
        path: '/organizations/:organization',
        lazy: () => import('./frame/organization-frame.tsx'),
        children: [
          {
            index: true,
            handle: workSections.home,
            lazy: () => import('./features/organizations/organization/organization-screen.tsx'),
          },
          {
            path: 'people',
            handle: settingsSections.people,
            lazy: () => import('./features/organizations/people/people-screen.tsx'),
          },
          {
            path: 'people/invitations',
            handle: settingsSections.people,
            lazy: () => import('./features/organizations/people/invitations-screen.tsx'),
          },
          {
            path: 'permissions',
            handle: settingsSections.permissions,
            lazy: () => import('./features/organizations/permissions/permissions-screen.tsx'),
          },
          {
            path: 'billing',
            handle: settingsSections.billing,
            lazy: () => import('./features/subscriptions/billing-screen.tsx'),
          },
          {
            path: 'activity',
            handle: settingsSections.activity,
            lazy: () => import('./features/audit/activity-screen.tsx'),
          },
          {
            path: 'settings',
            handle: settingsSections.settings,
            lazy: () => import('./features/organizations/organization/settings-screen.tsx'),
          },
        ],
      },
      {
        path: '/account',
        handle: inAccount('Profile'),
        lazy: () => import('./features/accounts/account/account-screen.tsx'),
      },
      {
        path: '/account/security',
        handle: inAccount('Security'),
        lazy: () => import('./features/accounts/account/security-screen.tsx'),
      },
      {
        path: '/account/activity',
        handle: inAccount('Activity'),
        lazy: () => import('./features/audit/account-activity-screen.tsx'),
      },
      {
        path: '/staff',
        lazy: () => import('./features/staff/staff-frame.tsx'),
        children: [
          {
            path: 'desk',
            handle: staffSections.desk,
            lazy: () => import('./features/demo/desk-screen.tsx'),
          },
          {
            path: 'desk/calendar',
            handle: staffSections.calendar,
            lazy: () => import('./features/demo/calendar-screen.tsx'),
          },
          {
            path: 'desk/figures',
            handle: staffSections.figures,
            lazy: () => import('./features/demo/figures-screen.tsx'),
          },
          {
            path: 'desk/:request',
            handle: { label: 'Request', within: { label: 'Demo requests', to: '/staff/desk' } } satisfies ScreenPlace,
            lazy: () => import('./features/demo/request-screen.tsx'),
          },
          {
            index: true,
            handle: staffSections.prices,
            lazy: () => import('./features/staff/prices-screen.tsx'),
          },
          {
            path: 'invoices',
            handle: staffSections.invoices,
            lazy: () => import('./features/staff/invoices-screen.tsx'),
          },
          {
            path: 'jobs',
            handle: staffSections.jobs,
            lazy: () => import('./features/staff/jobs-screen.tsx'),
          },
        ],
      },
    ],
  },
]
