import { guardiansApi } from '@sherpa/api-client/guardians'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { tabClass, tabsClass } from '../../../frame/tabs.ts'

/** Layout of the account screens: heading and tabs. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const { currentData } = guardiansApi.useGuardianshipsQuery()
  // The tab is for guardians only.
  const isGuardian = currentData !== undefined && currentData.guardianships.length > 0
  return (
    <>
      <ScreenHeading title={title} within="Your account" />
      <nav aria-label="Account" className={`${tabsClass} -mt-4 md:-mt-5`}>
        <NavLink to="/account" end className={tabClass}>
          Profile
        </NavLink>
        <NavLink to="/account/security" className={tabClass}>
          Security
        </NavLink>
        <NavLink to="/account/notifications" className={tabClass}>
          Notifications
        </NavLink>
        <NavLink to="/account/activity" className={tabClass}>
          Activity
        </NavLink>
        {(isGuardian || pathname === '/account/guardianships') && (
          <NavLink to="/account/guardianships" className={tabClass}>
            Guardianships
          </NavLink>
        )}
      </nav>
      {children}
    </>
  )
}
