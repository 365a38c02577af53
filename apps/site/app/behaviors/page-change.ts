import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After client-side navigation: announces the title and focuses the content, like a document load. */
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
