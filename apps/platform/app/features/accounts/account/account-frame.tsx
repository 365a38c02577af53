import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { tabClass, tabsClass } from '../../../frame/tabs.ts'

/** The parts of someone's account. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
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
        <NavLink to="/account/activity" className={tabClass}>
          Activity
        </NavLink>
      </nav>
      {children}
    </>
  )
}
