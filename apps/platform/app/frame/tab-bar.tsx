import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useRef } from 'react'
import { NavLink } from 'react-router'
import { MoreSheet } from './more-sheet.tsx'
import { isAlone } from './navigation-links.ts'
import { NeedsBadge } from './needs-badge.tsx'
import { useWorkspace } from './workspace.ts'

/** Further entries are in the More sheet. */
const MAX_TABS = 4

const tabClass =
  'flex h-15 w-full min-w-0 cursor-pointer flex-col items-center justify-center gap-0.5 text-grey aria-[current]:text-glacier-deep'

/** The bottom navigation on phones. */
export function TabBar() {
  const { work, settings } = useWorkspace()
  const sheet = useRef<HTMLDialogElement>(null)
  return (
    <nav aria-label="Main" className="tab-bar text-2xs font-medium md:hidden print:hidden">
      <ul className="grid auto-cols-fr grid-flow-col">
        {[...work, ...settings.slice(0, 1)].slice(0, MAX_TABS).map((link, _, all) => (
          <li key={link.to} className="min-w-0">
            <NavLink to={link.to} end={isAlone(link, all)} className={tabClass}>
              <span className="relative">
                <ToolIcon name={link.icon} className="size-5" />
                {link.icon === 'home' && <NeedsBadge className="absolute -top-1.5 left-3" />}
              </span>
              <span className="max-w-full truncate px-1">{link.short ?? link.label}</span>
            </NavLink>
          </li>
        ))}
        <li className="min-w-0">
          <button type="button" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()} className={tabClass}>
            <ToolIcon name="more" className="size-5" />
            More
          </button>
        </li>
      </ul>
      <MoreSheet ref={sheet} work={work.slice(MAX_TABS)} />
    </nav>
  )
}
