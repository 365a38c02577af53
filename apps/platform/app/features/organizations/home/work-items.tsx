import { buttonClass } from '@sherpa/ui/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Rows with a title, a detail line and an action. */
export function WorkItems({ children, ordered = false }: { children: ReactNode; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return <List className="-mt-4 divide-y divide-line-soft border-b border-line">{children}</List>
}

export function WorkItem({
  picture,
  title,
  about,
  children,
}: {
  picture: ReactNode
  title: ReactNode
  about?: ReactNode
  /** The action. */
  children?: ReactNode
}) {
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 text-sm ${about ? 'min-h-13 py-1.5 max-md:py-2.5' : 'min-h-9 py-0.5'}`}
    >
      {picture}
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-base font-medium break-words text-ink">{title}</p>
        {about && <p className="text-xs text-grey">{about}</p>}
      </div>
      {children && <div className="ml-auto flex gap-2">{children}</div>}
    </li>
  )
}

/** Only the next step has a filled button. */
export function WorkLink({
  to,
  name,
  isNext,
  children,
}: {
  to: string
  name: string
  isNext: boolean
  children: string
}) {
  return (
    <Link
      to={to}
      aria-label={name}
      className={`${buttonClass({ look: isNext ? 'primary' : 'secondary', size: 'small' })} min-w-21`}
    >
      {children}
    </Link>
  )
}
