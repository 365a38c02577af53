import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The dialogs of this kind that are open. */
export const openedNames = new Set<string>()

/** State of a dialog that also opens by address: `…/deals#new`. The hash is removed, so that neither reload nor Back
 * reopens it. The third value is the state that came with the address.
 */
export function useOpenedByAddress<Given = unknown>(name: string) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ given?: Given }>()
  const setOpen = useCallback((open: boolean) => setOpened(open ? {} : undefined), [])
  const isNamed = hash === `#${name}`
  useEffect(() => {
    if (!isNamed) return
    setOpened({ given: state })
    void navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  }, [isNamed, pathname, search, state, navigate])
  const isOpen = opened !== undefined
  useEffect(() => {
    if (!isOpen) return
    openedNames.add(name)
    return () => void openedNames.delete(name)
  }, [isOpen, name])
  return [isOpen, setOpen, opened?.given] as const
}
