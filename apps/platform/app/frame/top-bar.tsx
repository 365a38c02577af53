import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link } from 'react-router'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { newThingsFor } from './new-things.ts'
import { Bell } from './notifications/bell.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useWorkspace } from './workspace.ts'

/** Breadcrumbs, palette, New menu and notifications. On phones, a title with icons. */
export function TopBar() {
  const [created, setCreated] = useState(0)
  return (
    <div className="flex h-full items-center gap-2 pr-2 pl-edge md:pr-4 max-md:gap-0">
      <div className="flex min-w-0 flex-1">
        <Breadcrumbs />
      </div>
      <PaletteButton />
      {/* Remounts, to open by key. */}
      <NewMenu key={created} startsOpen={created > 0} />
      <Bell />
      <Shortcuts onCreate={() => setCreated(created + 1)} />
    </div>
  )
}

function NewMenu({ startsOpen }: { startsOpen: boolean }) {
  const { organization } = useWorkspace()
  return (
    <MenuButton
      align="end"
      name="New"
      startsOpen={startsOpen}
      buttonClass={`${buttonClass({ look: 'secondary' })} max-md:size-11 max-md:border-transparent max-md:bg-transparent max-md:px-0 max-md:text-slate`}
      label={
        <>
          <ToolIcon name="plus" className="size-4 max-md:size-5" />
          <span className="max-md:hidden">New</span>
        </>
      }
    >
      <ul>
        {newThingsFor(organization).map(({ to, label, about, icon }) => (
          <li key={to}>
            <Link to={to} className={`${menuItemClass} items-start`}>
              <ToolIcon name={icon} className="mt-0.5 size-4 text-grey" />
              <span className="min-w-0">
                <span className="block">{label}</span>
                <span className="block text-xs font-normal text-grey">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </MenuButton>
  )
}
