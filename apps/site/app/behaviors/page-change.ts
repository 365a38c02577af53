import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page inside the site: says the new page's title to assistive technology, and moves the keyboard to the start of
 * its content, as a document load would.
 */
export function usePageChange() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    setAnnouncement(document.title)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  return announcement
}
