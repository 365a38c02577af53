import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type UnsavedForm = { isChanged: () => boolean; place: RefObject<HTMLElement | null> }

/** All forms on the screen: the router supports a single blocker, and drafts are kept in one place. */
export const unsavedForms = new Set<UnsavedForm>()
export const hasUnsavedChanges = () => [...unsavedForms].some(({ isChanged }) => isChanged())

/** Asks before Back, a link or a reload loses what was typed in this place. Forms that are being saved count as saved. If
 * the session ends, the text is offered again after log-in: see drafts/.
 */
export function useUnsavedChanges(place: RefObject<HTMLElement | null>, isChanged: () => boolean) {
  const latest = useRef(isChanged)
  useEffect(() => {
    latest.current = isChanged
  })
  // With the form: what waits for it looks when the document changes.
  useLayoutEffect(() => {
    const form = { isChanged: () => latest.current(), place }
    unsavedForms.add(form)
    return () => void unsavedForms.delete(form)
  }, [place])
}

export const SAVED = 'form-saved'

/** For forms that stay on the screen, or in a dialog that stays open. */
export function noteSaved(form: HTMLElement) {
  window.dispatchEvent(new CustomEvent(SAVED, { detail: form }))
}
