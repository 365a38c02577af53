import { notificationsApi } from '@sherpa/api-client/notifications'
import type { AccountOrganization } from '@sherpa/contracts/account'
import { MOST_UNREAD, type NotificationsPage } from '@sherpa/contracts/notification'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { MessageBox } from '@sherpa/ui/message-box'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type FocusEvent, lazy, type MouseEvent, Suspense, useId, useRef, useState } from 'react'
import { useFirstPage } from '../../list/use-first-page.ts'
import { useWorkspace } from '../workspace.ts'

const NotificationPanel = lazy(() => import('./notification-panel.tsx').catch(() => ({ default: NotLoaded })))

/** Notifications of the current organization. */
export function Bell() {
  const { organization } = useWorkspace()
  if (!organization) return null
  // Remounted when permissions change, since they decide what is visible.
  return <BellOf key={`${organization.id} ${organization.permissions}`} organization={organization} />
}

function BellOf({ organization }: { organization: AccountOrganization }) {
  const unread = useUnread(organization.id)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const count = unread < MOST_UNREAD ? `${unread}` : `${MOST_UNREAD} or more`

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    // Without a related target, the focused element was removed.
    if (!relatedTarget || relatedTarget === button.current || currentTarget.contains(relatedTarget)) return
    currentTarget.hidePopover()
  }

  function closeAfterChoice({ currentTarget, target }: MouseEvent<HTMLElement>) {
    if ((target as Element).closest('a')) currentTarget.hidePopover()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        className="relative grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-slate transition-colors hover:bg-hover max-md:size-11"
      >
        <ToolIcon name="bell" className="size-4 max-md:size-5" />
        {unread > 0 && <span className="bell-dot" />}
      </button>
      <span role="status" className="sr-only">
        {unread > 0 && `Unread notifications: ${count}`}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only observes bubbling clicks and blur */}
      <section
        id={id}
        popover="auto"
        aria-label="Notifications"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBlur={closeWhenLeft}
        onClick={closeAfterChoice}
        className="notification-panel text-sm text-slate"
      >
        {open && (
          <Suspense fallback={<LoadingNote />}>
            <NotificationPanel organization={organization} unread={unread} />
          </Suspense>
        )}
      </section>
    </>
  )
}

/** Loads only the count; notifications load when the panel opens. */
function useUnread(organization: string) {
  const { currentData } = useFirstPage(
    notificationsApi.endpoints.notifications,
    { organization, query: { limit: '0' } },
    'notifications',
  )
  const first = currentData?.pages[0] as NotificationsPage | undefined
  return first?.unread ?? 0
}

/** Scripts of an older release may be gone. */
function NotLoaded(_: { organization: AccountOrganization; unread: number }) {
  return (
    <div className="p-4">
      <MessageBox
        message={{ kind: 'error', text: 'Notifications can’t be loaded. Check your connection and reload the page.' }}
      />
    </div>
  )
}
