import { menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Link, NavLink } from 'react-router'
import { useAccount } from './account-context.ts'
import { AccountChoices } from './account-menu.tsx'
import { Avatar } from './avatar.tsx'
import type { NavigationLink } from './navigation-links.ts'
import { usePinnedViews } from './pinned-views.tsx'
import { useWorkspace } from './workspace.ts'
import { Workspaces } from './workspace-switcher.tsx'

/** On phones: a bottom sheet with all entries that have no tab. */
export function MoreSheet({ ref, work }: { ref: Ref<HTMLDialogElement>; work: NavigationLink[] }) {
  const { user } = useAccount()
  const { settings } = useWorkspace()
  const pinned = usePinnedViews()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: modal dialogs close with Escape
    <dialog ref={ref} aria-label="More" className="more-sheet text-sm text-slate" onClick={closeAfterChoice}>
      <div className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Avatar name={user.name} size="regular" />
        <p className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium text-ink">{user.name}</span>
          <span className="block truncate text-xs text-grey">{user.email}</span>
        </p>
        <button
          type="button"
          data-closes
          aria-label="Close"
          className="-mr-2 grid size-11 cursor-pointer place-items-center rounded-md"
        >
          <ToolIcon name="close" className="size-5" />
        </button>
      </div>
      <div className="flex flex-col gap-4 p-2 pb-[calc(1rem+env(safe-area-inset-bottom))]">
        {[
          { title: 'Work', links: work },
          { title: 'Settings', links: settings },
        ].map(
          ({ title, links }) =>
            links.length > 0 && (
              <Group key={title} title={title}>
                <ul>
                  {links.map(({ to, label, icon }) => (
                    <li key={to}>
                      <NavLink to={to} end className={menuItemClass}>
                        <ToolIcon name={icon} className="size-5 text-grey" />
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </Group>
            ),
        )}
        {pinned.length > 0 && (
          <Group title="Pinned views">
            <ul>
              {pinned.map(({ id, to, name, isCurrent }) => (
                <li key={id}>
                  <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={menuItemClass}>
                    <span className="truncate">{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Group>
        )}
        <Group title="Organizations">
          <Workspaces />
        </Group>
        <Group title="You">
          <AccountChoices />
        </Group>
      </div>
    </dialog>
  )
}

/** Closes on a choice or a click on the backdrop. */
function closeAfterChoice({ currentTarget, target }: MouseEvent<HTMLDialogElement>) {
  if (target === currentTarget || (target as Element).closest('a, [data-closes]')) currentTarget.close()
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="px-2.5 pb-1 text-xs font-medium tracking-normal text-grey">{title}</h2>
      {children}
    </section>
  )
}
