import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The id of the part of the record that edits a term. */
export const termId = (field: string) => `term-${field}`

/** The address of a term: the record opens its editor. */
export const termAddress = (organization: string, deal: string, field: string) =>
  `/organizations/${organization}/deals/${deal}#${termId(field)}`

/** Opens the editor that the address names, and removes the name so that neither reload nor Back reopens it. */
export function useEditorFromAddress() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1))
    if (!part) return
    part.scrollIntoView({ block: 'center' })
    part.querySelector('button')?.click()
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [hash, pathname, search, navigate])
}
