import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

const tabClass =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-sm font-semibold text-slate hover:text-ink aria-[current]:border-glacier aria-[current]:text-ink'

/** The parts of someone's account. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <ScreenHeading title={title} within="Your account" />
      <nav aria-label="Account" className="flex gap-6 border-b border-line">
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
