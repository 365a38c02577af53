import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'

/** Links to sibling screens. On phones, tabs would take a row of their own. */
export function SectionMenu({
  label,
  count,
  sections,
}: {
  label: string
  /** Of the current screen. */
  count?: ReactNode
  /** The first one is at the common path of all. */
  sections: readonly { name: string; to: string }[]
}) {
  const { pathname } = useLocation()
  const current = sections.findLast(({ to }) => pathname.startsWith(pathOf(to)))
  return (
    <nav aria-label={label} className="md:hidden">
      <MenuButton
        buttonClass="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-semibold text-ink"
        label={
          <>
            <span>
              {current?.name}
              {count}
            </span>
            <ToolIcon name="chevron" className="size-3 rotate-90" />
          </>
        }
      >
        {sections.map(({ name, to }) => (
          <NavLink key={to} to={to} end={to === sections[0]?.to} className={menuItemClass}>
            {name}
          </NavLink>
        ))}
      </MenuButton>
    </nav>
  )
}

const pathOf = (to: string) => to.split('?', 1)[0] ?? to
