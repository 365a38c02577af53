import { notificationsApi } from '@sherpa/api-client/notifications'
import type { AccountOrganization } from '@sherpa/contracts/account'
import { MOST_IDS } from '@sherpa/contracts/list'
import type { Notification } from '@sherpa/contracts/notification'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Ago, dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { NextPage } from '../../list/next-page.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { useAppDispatch } from '../../store.ts'
import { useFocusWhenLost } from '../focus-when-lost.ts'
import { Ready } from '../loaded.tsx'
import { notificationSentence, placeOfNotification } from './notification-sentence.ts'

/** Small, because loaded notifications are marked as read when the panel closes. */
const PAGE_ROWS = '10'

export default function NotificationPanel({
  organization,
  unread,
}: {
  organization: AccountOrganization
  unread: number
}) {
  const { id } = organization
  const query = useFirstPage(
    notificationsApi.endpoints.notifications,
    { organization: id, query: { limit: PAGE_ROWS } },
    'notifications',
  )
  const rows: Notification[] = query.currentData?.pages.flatMap((page) => page.rows) ?? []
  const heading = useFocusWhenLost(unread)
  const [markRead] = notificationsApi.useReadNotificationsMutation()
  const { busy, run } = useAction()
  useReadWhenClosed(id, rows)

  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold text-ink">
          Notifications
        </h2>
        {unread > 0 && (
          <button
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => void run(() => markRead({ organization: id, body: { ids: null } }).unwrap())}
            className="min-h-button-small cursor-pointer rounded-sm px-2 font-medium text-glacier hover:bg-hover"
          >
            Mark all as read
          </button>
        )}
      </div>
      <div className="notification-rows">
        <Ready queries={[query]}>
          {() => {
            if (rows.length === 0) return <p className="px-4 py-8 text-center">No notifications</p>
            return (
              <>
                {[...Map.groupBy(rows, ({ at }) => dayLabel(at))].map(([day, ofTheDay]) => (
                  <section key={day} aria-label={day}>
                    <h3 className="px-4 pt-3 pb-1 text-xs font-medium tracking-normal text-grey">{day}</h3>
                    <ul className="divide-y divide-line-soft">
                      {ofTheDay.map((notification) => (
                        <li key={notification.id}>
                          <Row notification={notification} organization={organization} />
                        </li>
                      ))}
                    </ul>
                  </section>
                ))}
                {query.hasNextPage && <NextPage query={query} />}
              </>
            )
          }}
        </Ready>
      </div>
      <Link
        to="/account/notifications"
        className="block min-h-11 border-t border-line px-4 py-3 font-medium text-glacier -outline-offset-2 hover:bg-hover"
      >
        Notification settings
      </Link>
    </>
  )
}

/** Such as "Today" or "Nov 16, 2026", in the reader's time zone. */
function dayLabel(at: string) {
  const day = dayOf(at)
  const now = new Date()
  if (day === dayOf(now.toISOString())) return 'Today'
  now.setDate(now.getDate() - 1)
  return day === dayOf(now.toISOString()) ? 'Yesterday' : day
}

function Row({ notification, organization }: { notification: Notification; organization: AccountOrganization }) {
  const { at, read } = notification
  return (
    <Link
      to={placeOfNotification(notification, organization)}
      className="grid grid-cols-[0.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
    >
      <span className={read ? '' : 'unread-dot'} />
      <span className="min-w-0">
        {!read && <span className="sr-only">Unread: </span>}
        <span className={`block break-words ${read ? '' : 'font-medium text-ink'}`}>
          {notificationSentence(notification, organization)}
        </span>
        <span className="block text-xs text-grey">
          <Ago at={at} />
        </span>
      </span>
    </Link>
  )
}

/** Marks notifications as read on close, so that they stay highlighted meanwhile. */
function useReadWhenClosed(organization: string, rows: Notification[]) {
  const dispatch = useAppDispatch()
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  })
  useEffect(
    () => () => {
      const ids = shown.current.filter(({ read }) => !read).map(({ id }) => id)
      if (ids.length === 0) return
      const body = { ids: ids.slice(0, MOST_IDS) }
      void dispatch(notificationsApi.endpoints.readNotifications.initiate({ organization, body }, { track: false }))
    },
    [dispatch, organization],
  )
}
