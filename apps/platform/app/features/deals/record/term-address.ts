import type { Deal, DealTerm } from '@sherpa/contracts/deal'
import { moneyTermNames } from '@sherpa/contracts/deal'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'

type Part = DealTerm | 'conflict' | 'rules' | 'second-factor'

/** The id of the part of the record that edits a term. */
export const termId = (part: Part) => `term-${part}`

/** The address of a part: the record opens its editor. Amounts may need a second factor first. */
export function useTermAddress({ id: deal }: Pick<Deal, 'id'>) {
  const { id: organization, lacksSecondFactorFor } = useOrganization()
  return (part: Part) => {
    const isHeldBack = moneyTermNames.has(part as DealTerm) && lacksSecondFactorFor('money.edit')
    return `/organizations/${organization}/deals/${deal}#${termId(isHeldBack ? 'second-factor' : part)}`
  }
}

/**
 * Opens the editor that the address names, and removes the name so that neither reload nor Back reopens it. Rendered with
 * the editors.
 */
export function EditorFromAddress() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1))
    if (!part) return
    part.scrollIntoView({ block: 'center' })
    part.querySelector('button')?.click()
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [hash, pathname, search, navigate])
  return null
}
