import { buttonClass } from '@sherpa/ui/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOrganization } from './account-context.ts'
import { ScreenHeading } from './screen-heading.tsx'

/** A record of the organization that is gone or hidden, with a link to its list. */
export function RecordNotFound({
  title,
  list,
  children,
}: {
  title: string
  /** Within the organization. */
  list: { path: string; name: string }
  /** The sentence. */
  children: ReactNode
}) {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title={title} />
      <p className="max-w-[60ch]">{children}</p>
      <Link to={`/organizations/${id}/${list.path}`} className={buttonClass({ look: 'secondary' })}>
        Go to {list.name}
      </Link>
    </div>
  )
}
