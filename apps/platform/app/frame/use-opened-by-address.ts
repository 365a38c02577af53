import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * A dialog that a button opens, and the address as well: `…/deals#new`. The address then forgets it, so that neither a reload nor the way
 * back opens it once more.
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
