import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of a dialog that also opens by address: `…/deals#new`. The hash is removed, so that neither reload nor Back
 * reopens it.
 */
export function useOpenedByAddress(name: string) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const isNamed = hash === `#${name}`
  useEffect(() => {
    if (!isNamed) return
    setOpen(true)
    void navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  }, [isNamed, pathname, search, state, navigate])
  return [open, setOpen] as const
}
